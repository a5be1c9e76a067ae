import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const dist = join(import.meta.dirname, '../../dist')

/** The floor for pages: our own built page, the same HTML, style, fonts and pictures, without any script. */
export function writeFloorPage(folder: string): string {
  const floor = join(folder, 'floor')
  cpSync(dist, floor, { recursive: true })
  const index = join(floor, 'index.html')
  writeFileSync(index, readFileSync(index, 'utf8').replace(/<script type="module">[\s\S]*?<\/script>/g, ''))
  return floor
}
