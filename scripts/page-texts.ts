/** Which texts of a shop's page count, and which can be left out. */

/**
 * The exports of landing-page.ts that each section shows. A section that isn't listed isn't shown, so its texts aren't
 * checked.
 */
const textsOf: Record<string, readonly string[]> = {
  visit: ['visit', 'factsName', 'facts'],
  problem: ['problem'],
  book: ['book'],
  solution: ['solution'],
  designs: ['designs'],
  testimonials: ['testimonialsTitle', 'ratingLabel'],
  promises: ['promises', 'features'],
  questions: ['questions'],
  closing: ['closing'],
}

export const hiddenTexts = (sections: readonly unknown[]): Set<string> =>
  new Set(Object.entries(textsOf).flatMap(([name, texts]) => (sections.includes(name) ? [] : texts)))

/** Lines that a shop can delete. */
export const isOptional = (path: string): boolean =>
  /^(claims|prices|slots)\.(?!consultation$)\w+$/.test(path) ||
  ['business.kind', 'hero.price', 'hero.offer', 'hero.slots', 'book.badge', 'head.priceRange'].includes(path)

/** Every text that contains the mark, by its place. */
export function findTextsWith(mark: string, value: unknown, path: PropertyKey[] = []): PropertyKey[][] {
  if (typeof value === 'string') return value.includes(mark) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => findTextsWith(mark, inner, [...path, key]))
}
