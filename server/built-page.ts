import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { Views } from '../booking/views.ts'
import { start } from '../copy/terminal.ts'
import { lazy } from './lib/async.ts'

const hashes = z.object({ scriptHashes: z.array(z.string()), styleHashes: z.array(z.string()) })

/** Hashes of inline scripts and styles, as "sha256-...". */
export type InlinedHashes = z.infer<typeof hashes>

const inlinedInPages = z.object({ landing: hashes, others: hashes, desk: hashes })

export const distOfRepository = join(import.meta.dirname, '..', 'dist')

/** The page has not been built, or not completely. */
export class PageMissing extends Error {
  override name = 'PageMissing'

  constructor(file: string) {
    super(start.notBuilt(file))
  }
}

/** What Vite has built of web/. @throws {PageMissing} with a sentence for the owner */
export function readBuiltPage(distDir: string) {
  const fileOf = (name: string) => {
    const file = join(distDir, name)
    if (!existsSync(file)) throw new PageMissing(file)
    return file
  }
  const read = (name: string) => readFileSync(fileOf(name), 'utf8')
  const index = read('index.html')
  const views = pathToFileURL(fileOf('views.mjs')).href
  return {
    distDir,
    /** Scripts and pictures; a page that is open, or in the memory of a server, may be of the build before. */
    assetDirs: [distDir, `${distDir}.before`]
      .map((dir) => join(dir, 'assets'))
      .filter((dir) => existsSync(dir)),
    /** Complete but for what `factMarks` mark. */
    index,
    notFound: read('404.html'),
    /** The owner's desk. */
    desk: read('desk.html'),
    robots: read('robots.txt'),
    sitemap: read('sitemap.xml'),
    /** What is inlined in the landing page, in the other pages and in the desk's document. */
    inlined: inlinedInPages.parse(JSON.parse(read('csp.json'))),
    /** Loaded with their first use: a server at rest need not have the 10 MiB that they and React take. */
    views: lazy(async (): Promise<Views> => (await import(views)).views),
  }
}

export type BuiltPage = ReturnType<typeof readBuiltPage>
