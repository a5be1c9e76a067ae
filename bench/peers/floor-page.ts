import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentSecurityHashes } from '../../web/build/output.ts'

const dist = join(import.meta.dirname, '../../dist')

/** What a page without script can be: as fast as its pictures, or as fast as its text. */
export type FloorName = 'pictures' | 'text'

/**
 * The floor for pages: our own built page, the same HTML, style and fonts, without any script, laid out at once and
 * its fonts named where they always were, in its style; for the text, without pictures too.
 *
 * @returns the folder that a server can serve in place of dist/
 */
export function writeFloorPage(folder: string, name: FloorName): string {
  const floor = join(folder, name)
  cpSync(dist, floor, { recursive: true })
  const assets = readdirSync(join(dist, 'assets'))
  const lateStyleSheet = assets.find((asset) => /^late-.*\.css$/.test(asset))
  if (!lateStyleSheet) throw new Error('The build has no style sheet for after the first view.')
  const lateStyle = readFileSync(join(dist, 'assets', lateStyleSheet), 'utf8')

  const index = join(floor, 'index.html')
  const html = readFileSync(index, 'utf8')
    .replace(/<script type="module">[\s\S]*?<\/script>/g, '')
    .replace(/<noscript>[\s\S]*?<\/noscript>/g, '')
    .replace('<html ', '<html class="laid-out" ')
    .replace('</head>', `<style>${lateStyle}</style></head>`)
  writeFileSync(index, name === 'text' ? html.replace(/<picture>[\s\S]*?<\/picture>/g, '') : html)

  const hashes = join(floor, 'csp.json')
  const inlined = JSON.parse(readFileSync(hashes, 'utf8'))
  inlined.landing.styleHashes.push(...contentSecurityHashes([], [lateStyle]).styleHashes)
  writeFileSync(hashes, JSON.stringify(inlined))
  return floor
}
