import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The files of the built page that the server completes before it serves them. */
export interface Templates {
  index: string
  notFound: string
  answer: string
  answerForm: string
  visit: string
  robots: string
  sitemap: string
  /** What is inlined in the landing page, and what in the other pages. */
  inlined: { landing: InlinedHashes; others: InlinedHashes }
}

const hashes = z.object({ scriptHashes: z.array(z.string()), styleHashes: z.array(z.string()) })

/** Hashes of inline scripts and styles, as "sha256-...". */
export type InlinedHashes = z.infer<typeof hashes>

const inlinedInPages = z.object({ landing: hashes, others: hashes })

/** The page has not been built, or not completely. */
export class PageMissing extends Error {
  override name = 'PageMissing'
}

/** @throws {PageMissing} with a sentence for the owner */
export function loadTemplates(distDir: string): Templates {
  const read = (name: string) => {
    try {
      return readFileSync(join(distDir, name), 'utf8')
    } catch (cause) {
      throw new PageMissing(
        `The page is not built: ${join(distDir, name)} is missing. Run "npm run build".`,
        {
          cause,
        },
      )
    }
  }
  return {
    index: read('index.html'),
    notFound: read('404.html'),
    answer: read('answer.html'),
    answerForm: read('answer-form.html'),
    visit: read('visit.html'),
    robots: read('robots.txt'),
    sitemap: read('sitemap.xml'),
    inlined: inlinedInPages.parse(JSON.parse(read('csp.json'))),
  }
}

/** The template with each `%NAME%` replaced by its value; the values must be escaped for where they stand. */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/%([A-Z][A-Za-z_]*)%/g, (placeholder, name: string) => values[name] ?? placeholder)
}
