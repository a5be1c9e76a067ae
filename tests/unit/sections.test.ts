import { describe, expect, it } from 'vitest'
import { sections as demoSections } from '../../demo/landing-page.ts'
import type { SectionName } from '../../demo/types.ts'
import { inlinedSections, sectionsOnPage } from '../../web/look/grounds.ts'

describe('the sections of a page', () => {
  it.each<[page: string, sections: readonly SectionName[], inlined: readonly SectionName[]]>([
    ['the demo', demoSections, ['visit', 'problem', 'book']],
    ['a page with an extra section', ['visit', 'problem', 'book', 'prices'], ['visit', 'problem']],
    ['a page that begins with a gallery', ['gallery', 'visit', 'book'], []],
    ['a page with little more than the form', ['visit', 'book'], ['visit', 'book']],
  ])('of %s that are styled in the first round trip are its first ones', (_, sections, inlined) => {
    expect([...inlinedSections(sections)]).toEqual(inlined)
    const linked = sectionsOnPage(sections).find(({ styles }) => styles?.includes('below'))
    expect(linked?.name).toBe(sections[inlined.length])
  })

  it('break up a long light run with cloth, and never put a price list on a sheet', () => {
    const long = sectionsOnPage([
      'problem',
      'designs',
      'about',
      'testimonials',
      'questions',
      'prices',
      'book',
    ])
    const onCloth = long.filter(({ className }) => className.includes('cloth')).map(({ name }) => name)
    expect(onCloth).toEqual(['about', 'book'])
    for (const before of [['book'], ['book', 'questions'], ['book', 'questions', 'about']] as const) {
      const prices = sectionsOnPage([...before, 'prices']).at(-1)
      expect(prices?.className).not.toContain('on-sheet')
    }
  })
})
