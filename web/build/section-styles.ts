import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { SectionName } from '#shop/types.ts'
import { inlinedSections } from '../look/grounds.ts'

const styles = join(import.meta.dirname, '../styles')

/** The style sheets of `inlined.css` that only one section needs. */
const sectionOf: Readonly<Record<string, SectionName>> = {
  fields: 'book',
  form: 'book',
  booking: 'book',
  tally: 'visit',
  strip: 'visit',
  problem: 'problem',
}

const ofOneSection = new RegExp(`^@import ".*/(${Object.keys(sectionOf).join('|')})\\.css".*\n`, 'gm')

/** Before the other imports, and after the order of the layers. */
const ahead = (code: string, lines: string) => code.replace('@import', `${lines}@import`)

/**
 * Inlines a section's style only if the page begins with it. Further down, the page links it, and a section that isn't
 * listed has none.
 */
export function sectionStyles(sections: readonly SectionName[]): Plugin {
  const inlined = inlinedSections(sections)
  const section = (name: string) => sectionOf[name] as SectionName
  const others = [...readFileSync(join(styles, 'inlined.css'), 'utf8').matchAll(ofOneSection)].filter(
    ([, name = '']) => !inlined.has(section(name)),
  )
  const lines = (imports: typeof others) => imports.map(([line]) => line).join('')
  return {
    name: 'section-styles',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (id === join(styles, 'inlined.css'))
        return code.replace(ofOneSection, (line, name: string) => (inlined.has(section(name)) ? line : ''))
      if (id === join(styles, 'below.css'))
        return ahead(code, lines(others.filter(([, name = '']) => sections.includes(section(name)))))
      if (id === join(styles, 'other-pages.css')) return ahead(code, lines(others))
      return undefined
    },
  }
}
