import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { gallery } from '../../demo/gallery.ts'

const rendered = join(import.meta.dirname, '../../demo/pictures/rendered')

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="176" height="44"><path fill="#fff" d="M9 9h99v20H9z"/></svg>'

export type Change = readonly [file: string, written: string | RegExp, instead: string]

/** A shop without the offer, and with everything that the demo doesn't have. */
const changes: readonly Change[] = [
  [
    'landing-page.ts',
    /(?<=SectionName\[\] = )\[[^\]]*\]/g,
    "['visit', 'gallery', 'designs', 'prices', 'book', 'about', 'reviews', 'promises', 'questions', 'closing']",
  ],
  ['landing-page.ts', / {4}\{\n {6}id: 'free-suit',.*?\n {4}\},\n/gs, ''],
  ['landing-page.ts', /\{ name: offer\.lastStep\.name.*\}/g, "{ name: 'Get your suit', text: 'Pressed.' }"],
  ['sources.ts', "tiktok: 'TikTok'", "radio: 'Local radio'"],
  ['look.ts', "'navy-and-brass',\n", "'oxblood-and-bone',\n"],
]

/** @throws {Error} if the demo's file no longer contains the text to replace */
export function rewrite(folder: string, changed: readonly Change[]): void {
  for (const [file, written, instead] of changed) {
    const before = readFileSync(join(folder, file), 'utf8')
    const after = before.replaceAll(written, instead)
    if (after === before) throw new Error(`${written} isn’t in ${file}`)
    writeFileSync(join(folder, file), after)
  }
}

/** Turns a folder from `npm run shop` into a full shop. */
export async function fillShop(folder: string): Promise<void> {
  rewrite(folder, changes)
  const write = (name: string, from: string, width: number, height: number) =>
    sharp(join(rendered, from))
      .flatten({ background: '#d8d2c4' })
      .resize(width, height)
      .toFile(join(folder, `pictures/${name}.jpg`))
  for (const [index, { file: name }] of gallery.photographs.entries()) {
    // The second and the seventh are wide.
    if (index % 5 === 1) await write(name, 'consultation-table-1280.webp', 1600, 1000)
    else await write(name, 'tuxedo-760.webp', 1200, 1600)
  }
  await write('portrait', 'special-occasion-760.webp', 1200, 1500)
  writeFileSync(join(folder, 'pictures/logo.svg'), logo)
}
