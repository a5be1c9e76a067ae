/**
 * Reads demo/ before anything is built of it: who writes there is no programmer. What cannot be read is told with the
 * line where it stands, what cannot be used with a sentence.
 *
 *   node scripts/read-shop.ts [folder]
 */

import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '../demo'))

const howToWrite = `Each text stands between two quotes, and a comma follows the second:  name: 'Ann & Sons',
Within a text the apostrophe is written ’. What is missing may be missing at the end of the line before.`

/** Node tells the line of what it cannot read, and shows it with what stands around it. */
const place = /^file:\/\/(.*):(\d+)\n(.*?)\n\n?\w*Error/s

function unreadable(file: string, { stack = '', message }: Error): string {
  const [, path, line, code] = place.exec(stack) ?? []
  return path === undefined
    ? `${file} cannot be read: ${message}`
    : `${path} cannot be read. Look at line ${line}:\n\n${code}\n\n${howToWrite}`
}

function giveUp(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
  if (name.endsWith('.ts'))
    await import(join(folder, name)).catch((error: Error) => giveUp(unreadable(join(folder, name), error)))
}

// Not before: a fault in demo/ would stop this import without a word.
const { shopErrors } = await import('../server/shop-facts.ts')
const { business } = await import(join(folder, 'business.ts'))
const { opening } = await import(join(folder, 'opening-hours.ts'))
const faults = shopErrors({ business, opening })
if (faults.length > 0) giveUp(faults.join('\n'))
