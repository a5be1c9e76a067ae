import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { bookingForm } from '#copy/booking-form.ts'
import { calendarEvents } from '#copy/emails.ts'
import { ownGroups } from '#copy/own-copy.ts'
import { errorPage, notFoundPage } from '#copy/pages.ts'
import { offer } from '../../demo/claims.ts'
import { kinds } from '../../demo/kinds.ts'
import * as copy from '../../demo/landing-page.ts'
import { testimonials } from '../../demo/testimonials.ts'

const words = JSON.stringify(copy)

describe('the page’s copy', () => {
  it.each([
    ['claims', '500+ | 4.9/5 | 2012 | 3-4 weeks | 30+ measurements | 60-90 minutes | ppointments only'],
    [
      'guarantees',
      'Perfect fit | 30-day return | Premium fabrics | Craftsmanship | inor adjustments are free',
    ],
    ['savings', '$800-$1,200 | up to about $1,200'],
    [
      'form',
      'Ready to Get Started? | Complete your booking in under 2 minutes | Join 500+ satisfied clients',
    ],
    ['problems', 'Generic styles | Expensive alterations | Lost confidence'],
    [
      'closing',
      'Ready to Transform Your Wardrobe? | Free Consultation | Perfect Measurements | Get 3 Perfect Suits',
    ],
    ['calls to action', 'Book Appointment | Claim Your Free Suit Today'],
  ])('has the specification’s %s', (_, texts) => {
    for (const text of texts.split(' | ')) expect(words).toContain(text)
  })

  it('states both prices and both counts of slots, each in its place', () => {
    expect(copy.hero.price).toContain('$795')
    expect(copy.questions.items[0]?.answer).toContain('$800')
    expect(copy.hero.slots).toContain('12 new-client slots a month')
    expect(copy.closing.steps[0]?.text).toContain('8 slots left')
  })

  it('states the conditions of the free suit next to its headline (16 CFR 251)', () => {
    expect(copy.solution.title).toBe(offer.headline)
    expect(copy.solution.conditions).toContain(
      'New clients only, when you buy two suits. The third suit is worth up to $1,200',
    )
  })

  it('asks clients to bring their shoes, also in the invitation, and never to wear them', () => {
    for (const text of [copy.visit.lead, calendarEvents.clientDescription])
      expect(text).toMatch(/Bring the shoes you’ll wear/)
    for (const { lead, bring } of Object.values(kinds)) {
      expect(bring.filter((thing) => /shoes/.test(thing))).toHaveLength(1)
      expect(lead).not.toMatch(/shoes/)
    }
    expect(words.match(/[^.]*shoes[^.]*/g)).toEqual([expect.stringContaining('Bring the shoes')])
  })

  it('has as many items as the specification counts', () => {
    expect(testimonials.map(({ rating }) => rating)).toEqual([5, 5, 5])
    expect(copy.features.rows).toHaveLength(5)
    expect(copy.questions.items).toHaveLength(6)
    expect(copy.promises.labels).toHaveLength(4)
  })

  it('explains only terms that are in the text', () => {
    const { conditions: text, term } = copy.solution
    for (const explained of [{ text, term }, ...copy.promises.labels])
      expect(explained.text).toContain(explained.term)
  })
})

const root = join(import.meta.dirname, '../..')

/** Code lines of a room's files, without comments, each after its file's name. */
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

it.each(['booking', 'server', 'web', 'copy', 'demo'])(
  '%s contains no fact of the demo shop, except in its testimonials',
  (room) => {
    const found = linesOf(room, /\.(?:tsx?|css|html|svg)$/)
    const left = found.filter((line) => !/^demo\/(?:business|testimonials)\.ts/.test(line))
    expect(left.filter((line) => /Hollis|Dallas|Texas/.test(line))).toEqual([])
  },
)

it('reports the end of a booking and a missing page in the specification’s words (points 2, 4, and 8)', () => {
  const { submitting, booked, failed } = bookingForm
  expect([submitting, booked.toastTitle, booked.toastText, failed.toastTitle, failed.unknown]).toEqual([
    'Booking...',
    'Appointment Booked!',
    'Your consultation has been scheduled and automatically added to your calendar.',
    'Booking Failed',
    'Unknown error occurred',
  ])
  expect([
    ...[failed.toastText('X'), failed.booking('X'), failed.calendar('X'), failed.notification('X')],
    ...[notFoundPage.title, notFoundPage.action, errorPage.title],
  ]).toEqual([
    ...['Error: X', 'Booking failed. Error: X', 'Calendar creation failed: X', 'Email sending failed: X'],
    ...['Oops! Page not found', 'Return to Home', 'Unexpected Application Error!'],
  ])
})

describe('sentences that people read', () => {
  /** Errors for programmers go into the log and need no translation. */
  const forProgrammers = /new (?:Type|Range|DOM)?(?:Error|Exception)\(|super\(/
  const sentence = /(['"`])[A-Z‘“][^'"`]* [^"`]*[.?!]\1/

  it.each(['booking', 'server', 'web/backend'])('are in copy/, not in %s', (room) => {
    const found = linesOf(room, /\.ts$/).filter((line) => sentence.test(line))
    expect(found.filter((line) => !forProgrammers.test(line))).toEqual([])
  })
})

const modules = await Promise.all(
  readdirSync(join(root, 'copy')).map((file) => import(join(root, 'copy', file))),
)

function said(make: (...given: unknown[]) => unknown): unknown {
  try {
    return make(...Array(make.length).fill(1))
  } catch (error) {
    // It takes text, or a list.
    if (error instanceof TypeError) return make(...Array(make.length).fill(['some']))
    throw error
  }
}

/** Every sentence, including those that functions return for ones. */
function madeOfOnes(words: unknown): string[] {
  if (typeof words === 'string') return [words]
  if (typeof words === 'function') return madeOfOnes(said(words as () => unknown))
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(madeOfOnes) : []
}

const plural =
  /\b1 (?!(?:is|was|has|does|takes|lets|shows)\b)[a-z]+s\b|\b1 (?!can\b)(?:[a-z]+ ){1,3}(?:are|have|were)\b/

it('every text with a count of one is singular', () => {
  const texts = madeOfOnes(modules)
  expect(texts.length).toBeGreaterThan(500)
  expect(texts.filter((text) => plural.test(text))).toEqual([])
})

describe('the texts that clients read', () => {
  /** For the owner, apps, and copies of the shop. */
  const others: Record<string, string[]> = {
    'booking-form.ts': ['ownerFieldTitles'],
    'emails.ts': [
      ...['businessMails', 'deskLink', 'moveRefused', 'eventRestored', 'calendarNotice', 'trouble'],
      ...['bookingAlert', 'testMail', 'ownersCalendar'],
    ],
    'pages.ts': ['stagingRibbon'],
    'errors.ts': ['callErrors', 'deskErrors', 'deskArguments', 'kindErrorWords', 'openingErrorWords'],
    // Built from phoneWords and the shop's number.
    'phone.ts': ['callOrText'],
  }

  it.each(Object.entries(ownGroups))(
    'can all be reworded in copy/%s, as the guide says',
    async (file, groups) => {
      const all = Object.keys(await import(pathToFileURL(join(root, 'copy', file)).href))
      expect([...groups, ...(others[file] ?? [])].sort()).toEqual(all.sort())
      const guide = readFileSync(join(root, 'docs/your-shop.md'), 'utf8')
      expect(groups.filter((group) => !guide.includes(`\`${group}\``))).toEqual([])
    },
  )
})
