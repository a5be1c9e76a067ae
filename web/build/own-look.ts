import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { look } from '#shop/look.ts'
import { findUnreadable, recolor, resolveLook, tokens } from '../look/palettes.ts'

/** The shop's eight colors. */
export const colors = resolveLook(look.colors)
const isDemo = look.colors === 'navy-and-brass'
const values = `:root{${tokens(colors)}}`

/** @throws {Error} if people couldn’t read a text in the shop’s colors */
function hold(): void {
  const failing = findUnreadable(colors)
  if (failing.length > 0) throw new Error(`shop/look.ts: these colors can’t be read.\n${failing.join('\n')}`)
}

/** Token files for the page, whose build inlines the values into styles. The last one wins. */
export function tokenFiles(root: string): string[] {
  hold()
  const drawn = 'web/styles/tokens.css'
  if (isDemo) return [drawn]
  const folder = join(root, 'node_modules/.cache')
  mkdirSync(folder, { recursive: true })
  const own = join(folder, 'look.css')
  writeFileSync(own, values)
  return [drawn, own]
}

/** Gives the list arrow the shop's ink color. Its address stays, so an open page keeps it. */
export function recolorArrows(dist: string): void {
  for (const name of readdirSync(join(dist, 'assets'), { recursive: true, encoding: 'utf8' })) {
    if (!/chevron-[\w-]+\.svg$/.test(name)) continue
    const file = join(dist, 'assets', name)
    writeFileSync(file, recolor(readFileSync(file, 'utf8'), colors))
  }
}

/** The desk keeps its tokens: the shop’s values follow the demo's. */
export function ownLook(): Plugin {
  return {
    name: 'own-look',
    enforce: 'pre',
    transformIndexHtml: (html) => recolor(html, colors),
    transform: (code, id) =>
      !isDemo && /desk\/styles\/desk\.css$/.test(id) ? `${code}\n${values}` : undefined,
  }
}
