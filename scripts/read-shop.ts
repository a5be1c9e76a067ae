/**
 * Reads demo/ before the build, because its author may not be a programmer. Names the line that Node can't read, and says
 * in a sentence what the server can't use.
 *
 *   node scripts/read-shop.ts [folder]
 */

import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '../demo'))

const howToWrite = `Write each text between two quotes, with a comma after the second:  name: 'Ann & Sons',
Inside a text, write the apostrophe as ’. The mistake may be at the end of the line before.`

/** Node's stack begins with the line that it can't read, and shows that line. */
const place = /^(file:\/\/.*):(\d+)\n(.*?)\n\n?\w*Error/s

function unreadable(file: string, { stack = '', message }: Error): string {
  const [, url, line, code] = place.exec(stack) ?? []
  return url === undefined
    ? `${file} can’t be read: ${message}`
    : `${fileURLToPath(url)} can’t be read. Check line ${line}:\n\n${code}\n\n${howToWrite}`
}

function giveUp(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

/** Imports by URL: in a path, Node would take a % for the start of an escape. */
const load = (name: string) => import(pathToFileURL(join(folder, name)).href)

for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
  if (name.endsWith('.ts'))
    await load(name).catch((error: Error) => giveUp(unreadable(join(folder, name), error)))
}

// Only now, because a mistake in demo/ would stop this import without an explanation.
const { shopErrors } = await import('../server/shop-facts.ts')
const { business } = await load('business.ts')
const { opening } = await load('opening-hours.ts')
const errors = shopErrors({ business, opening })
if (errors.length > 0) giveUp(errors.join('\n'))
