import type { SectionName } from '#shop/types.ts'

type Ground = 'paper' | 'sheet' | 'cloth'

interface Placed {
  name: SectionName
  ground: Ground
  /** Two cloths meet. A seam joins them, and their inner edges aren’t pinked. */
  hasSeam: boolean
  isPinkedAbove: boolean
  isPinkedBelow: boolean
  /** Continues the section above, on the same ground. */
  continues: boolean
}

const alwaysCloth = new Set<SectionName>(['visit', 'book', 'promises'])

/** Marking paper, as under the hero. */
const alwaysPaper = new Set<SectionName>(['closing'])

/** The seam holds the promises' labels: their title is on paper, the rest on cloth. */
const upperEdge = (name: SectionName, ground: Ground): Ground => (name === 'promises' ? 'paper' : ground)

/** A price list is a sheet, which would vanish on a sheet. If it isn't paper's turn, it's on cloth. */
const neverSheet = new Set<SectionName>(['prices'])

/** The longest run of light sections. In a longer one, the candidate nearest the middle turns dark. */
const longestRun = 4
const canBeCloth = new Set<SectionName>(['gallery', 'about'])

/** Designs are a continuation of the offer, as in the demo. */
const continuesAbove = (name: SectionName, above?: SectionName) => name === 'designs' && above === 'solution'

function darkOnes(sections: readonly SectionName[], startsOnPaper: boolean): Set<SectionName> {
  const dark = new Set(sections.filter((name) => alwaysCloth.has(name)))
  let from = startsOnPaper ? -1 : 0
  for (let at = 0; at <= sections.length; at++) {
    const name = sections[at]
    if (name && !dark.has(name)) continue
    const middle = (from + at - 1) / 2
    const distance = (candidate: SectionName) => Math.abs(sections.indexOf(candidate) - middle)
    const inRun = sections.slice(Math.max(from, 0), at).filter((candidate) => canBeCloth.has(candidate))
    const [chosen] = inRun.toSorted((a, b) => distance(a) - distance(b))
    if (at - from > longestRun && chosen) dark.add(chosen)
    from = at + 1
  }
  return dark
}

/** The ground of each section: neighbors differ, or are joined. The hero above them is paper. */
function groundsOf(sections: readonly SectionName[], startsOnPaper = true): Placed[] {
  const dark = darkOnes(sections, startsOnPaper)
  const grounds: Ground[] = []
  for (const [index, name] of sections.entries()) {
    const above = grounds[index - 1] ?? (startsOnPaper ? 'paper' : undefined)
    if (dark.has(name)) grounds.push('cloth')
    else if (alwaysPaper.has(name)) grounds.push('paper')
    else if (continuesAbove(name, sections[index - 1])) grounds.push(above ?? 'paper')
    else if (above === 'paper') grounds.push(neverSheet.has(name) ? 'cloth' : 'sheet')
    else if (above === 'sheet') grounds.push('paper')
    else grounds.push(firstOfRun(sections.slice(index), dark))
  }
  return sections.map((name, index) => {
    const ground = grounds[index] ?? 'paper'
    const isCloth = ground === 'cloth'
    const upper = upperEdge(name, ground)
    const above = grounds[index - 1] ?? (startsOnPaper ? 'paper' : undefined)
    const next = sections[index + 1]
    return {
      name,
      ground,
      hasSeam: upper === 'cloth' && above === 'cloth',
      isPinkedAbove: upper === 'cloth' && above !== 'cloth',
      isPinkedBelow:
        isCloth && next !== undefined && upperEdge(next, grounds[index + 1] ?? 'paper') !== 'cloth',
      continues: ground === above && !isCloth,
    }
  })
}

/** Paper, unless that would put a price list further down in the run on a sheet. */
function firstOfRun(sections: readonly SectionName[], dark: ReadonlySet<SectionName>): Ground {
  let place = 0
  for (const [index, name] of sections.entries()) {
    if (dark.has(name)) break
    if (continuesAbove(name, sections[index - 1])) continue
    if (neverSheet.has(name)) return place % 2 === 0 ? 'paper' : 'sheet'
    place++
  }
  return 'paper'
}

const classesOn = ({ ground, hasSeam, isPinkedAbove, isPinkedBelow }: Placed): string =>
  [
    ground === 'paper' ? '' : ground === 'sheet' ? 'on-sheet' : 'cloth',
    hasSeam && 'seam-above',
    isPinkedAbove && 'pinked-above',
    isPinkedBelow && 'pinked-below',
  ]
    .filter(Boolean)
    .join(' ')

/** As the page renders it, with its class names, and the style sheets that it's the first to need. */
export interface SectionOnPage {
  name: SectionName
  className: string
  /** Designs without the offer above them. */
  isApart?: boolean
  styles?: readonly ('below' | 'sections')[]
}

/** Sections that the demo doesn't have. */
const optional = new Set<SectionName>(['gallery', 'prices', 'about', 'reviews'])

/**
 * The sections at the top of the page, whose style is inlined. A page with extra sections links the form's style, because
 * its text alone fills the first round trip.
 */
export function inlinedSections(sections: readonly SectionName[]): ReadonlySet<SectionName> {
  const isShort = !sections.some((name) => optional.has(name))
  const canBe = new Set<SectionName>(['visit', 'problem', ...(isShort ? ['book' as const] : [])])
  const end = sections.findIndex((name) => !canBe.has(name))
  return new Set(end === -1 ? sections : sections.slice(0, end))
}

export function sectionsOnPage(sections: readonly SectionName[]): SectionOnPage[] {
  const placed = groundsOf(sections)
  const isApart = ({ name, continues }: Placed) => name === 'designs' && !continues
  const inlined = inlinedSections(sections)
  const firstBelow = placed.find(({ name }) => !inlined.has(name))
  const firstOptional = placed.find(
    (section) => optional.has(section.name) || section.hasSeam || isApart(section),
  )
  return placed.map((section) => {
    const styles = [
      ...(section === firstBelow ? ['below' as const] : []),
      ...(section === firstOptional ? ['sections' as const] : []),
    ]
    return {
      name: section.name,
      className: classesOn(section),
      ...(isApart(section) && { isApart: true }),
      ...(styles.length > 0 && { styles }),
    }
  })
}
