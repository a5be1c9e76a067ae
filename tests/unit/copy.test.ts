import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { offer, prices, slots } from '../../demo/claims.ts'
import * as copy from '../../demo/landing-page.ts'
import { testimonials } from '../../demo/testimonials.ts'

const words = JSON.stringify(copy)

describe('the words of the page', () => {
  it.each([
    '500+',
    '4.9/5',
    '2012',
    '3-4 weeks',
    '30+ measurements',
    '60-90 minutes',
    '30-day return',
    'ppointments only',
    'inor adjustments are free',
    'Premium fabrics',
    'Craftsmanship',
    '$800-$1,200',
    'up to about $1,200',
    'Perfect fit',
  ])('claim %s', (claim) => {
    expect(words).toContain(claim)
  })

  it('name both prices and both counts of slots, each where it belongs', () => {
    expect(copy.hero.price).toContain(prices.fromInHero)
    expect(prices.fromInHero).toBe('$795')
    expect(copy.questions.items[0]?.answer).toContain(prices.fromInQuestions)
    expect(prices.fromInQuestions).toBe('$800')
    expect(copy.hero.slots).toContain('12 new-client slots a month')
    expect(copy.closing.steps[0]?.text).toContain('8 slots left')
    expect(slots.aMonth).not.toBe(slots.left)
  })

  it('state the conditions of the free suit beside its headline (16 CFR 251)', () => {
    expect(copy.solution.title).toBe(offer.headline)
    expect(copy.solution.conditions).toContain(
      'New clients only, when you buy two suits. The third suit is worth up to $1,200',
    )
  })

  it('hold the texts that the specification gives', () => {
    expect(copy.book).toMatchObject({
      title: 'Ready to Get Started?',
      lead: 'Complete your booking in under 2 minutes',
      badge: 'Join 500+ satisfied clients',
    })
    expect(copy.closing.title).toBe('Ready to Transform Your Wardrobe?')
    expect(copy.closing.steps.map(({ name }) => name)).toEqual([
      'Free Consultation',
      'Perfect Measurements',
      'Get 3 Perfect Suits',
    ])
    expect(copy.problem.notes.map(({ name }) => name)).toEqual([
      'Generic styles',
      'Expensive alterations',
      'Lost confidence',
    ])
    expect(copy.bookAction).toBe('Book Appointment')
    expect(copy.solution.action).toBe('Claim Your Free Suit Today')
  })

  it('come in the numbers that the specification counts', () => {
    expect(testimonials).toHaveLength(3)
    expect(testimonials.every(({ rating }) => rating === 5)).toBe(true)
    expect(copy.features.rows).toHaveLength(5)
    expect(copy.questions.items).toHaveLength(6)
    expect(copy.promises.labels).toHaveLength(4)
  })

  it('explain only terms that stand in their sentence', () => {
    const explained = [
      { text: copy.solution.conditions, term: copy.solution.term },
      ...copy.promises.labels.filter(({ term }) => term !== ''),
    ]
    for (const { text, term } of explained) expect(text).toContain(term)
  })
})

const root = join(import.meta.dirname, '../..')

/** Lines of the files of a room that are no comments, with the file's name before each. */
function linesOf(room: string, endings: RegExp): string[] {
  const names = readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => endings.test(name))
    .flatMap((name) =>
      readFileSync(join(root, room, name), 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line))
        .map((line) => `${room}/${name}: ${line}`),
    )
}

it.each(['booking', 'server', 'web', 'pictures', 'copy', 'demo'])(
  'whoever changes demo/business.ts finds nothing of the demonstration’s shop in %s, but in its testimonials',
  (room) => {
    const found = linesOf(room, /\.(?:tsx?|css|html|svg)$/)
    const left = found.filter((line) => !/^demo\/(?:business|testimonials)\.ts/.test(line))
    expect(left.filter((line) => /Hollis|Dallas|Texas/.test(line))).toEqual([])
  },
)

describe('sentences that somebody reads', () => {
  /** What is thrown for programmers is for the log and no translation. */
  const forProgrammers = /new (?:Type|Range|DOM)?(?:Error|Exception)\(|super\(/
  const sentence = /(['"`])[A-Z‘“][^'"`]* [^"`]*[.?!]\1/

  it.each(['booking', 'server', 'web/backend'])('stand in copy/, and not in %s', (room) => {
    const found = linesOf(room, /\.ts$/).filter((line) => sentence.test(line))
    expect(found.filter((line) => !forProgrammers.test(line))).toEqual([])
  })
})
