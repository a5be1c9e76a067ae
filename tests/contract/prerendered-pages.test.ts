import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HtmlValidate } from 'html-validate'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { StoredAppointment } from '../../booking/appointment.ts'
import { appointmentInterval } from '../../booking/availability.ts'
import { mapLink } from '../../booking/links.ts'
import { shop } from '../../booking/opening-hours.ts'
import { factMarks, fillInFacts, formFacts, pageFacts } from '../../booking/public-api.ts'
import { business } from '../../demo/business.ts'
import { offer } from '../../demo/claims.ts'
import * as copy from '../../demo/landing-page.ts'
import { readBuiltPage } from '../../server/built-page.ts'
import { contentSecurityHashes } from '../../web/build/output.ts'
import { ann } from './support/shop-server.ts'

const built = (name: string) => readFileSync(new URL(`../../dist/${name}`, import.meta.url), 'utf8')

const appointment: StoredAppointment = {
  ...ann,
  ...appointmentInterval(ann, shop),
  kind: 'consultation',
  id: '019ae5c0-0000-7000-8000-000000000000',
  created_at: '2026-12-01T18:00:00.000Z',
  status: 'confirmed',
  sequence: 0,
}
const nowEpochMs = Date.parse('2026-12-01T18:00Z')
const form = { typed: ann, askedEmail: undefined, ...formFacts(shop, nowEpochMs) }
const soonest = [{ date: '2026-12-02', times: ['09:00', '11:30'] }]
const link = {
  token: 'a-b_c',
  on: '2026-12-03',
  isOnAsked: true,
  soonest,
  notice: 'Moved.',
  earliestDate: '2026-12-02',
}
const seen = { appointment, shop, ...link }

const landing = built('index.html')
const facts = pageFacts(shop, nowEpochMs, { publicUrl: 'https://tailor.example', anonKey: 'key' })
const { booked, rejected, oneMoment, visit, settledVisit, cancelledVisit, unknownVisit, emails } =
  await readBuiltPage(join(import.meta.dirname, '../../dist')).views()
const full = { why: 'taken', date: '2026-12-03', time: '10:00', open: [], next: soonest[0] ?? null } as const
const pages = {
  'the landing page': fillInFacts(landing, facts),
  'the not-found page': built('404.html'),
  booked: booked(appointment, shop),
  errors: rejected({ why: 'errors', errors: { email: 'One.', phone: 'Two.' }, next: null }, form),
  honeypot: rejected({ why: 'honeypot' }, form),
  taken: rejected({ ...full, open: ['11:00', '11:30'], next: null }, form),
  'a full day': rejected(full, form),
  'an address in doubt': rejected(
    { why: 'email', meant: 'ann@example.com' },
    { ...form, askedEmail: 'ann@exmaple.com' },
  ),
  failed: rejected({ why: 'failed', sentence: 'No.' }),
  'one moment': oneMoment('Not now.'),
  'one moment, with the link': oneMoment('Not now.', 'a-b_c'),
  visit: visit({ ...seen, open: ['11:00', '11:30'] }),
  'a visit on a full day': visit({ ...seen, open: [] }),
  'a visit after the cut-off': settledVisit({ ...seen, isAhead: true }),
  'a confirmed visit': visit({
    ...seen,
    appointment: { ...appointment, confirmedAtMs: nowEpochMs },
    open: [],
  }),
  'a canceled visit': cancelledVisit(seen, form),
  'an unknown visit': unknownVisit(),
}
const body = landing.slice(landing.indexOf('<body'))

it.each(['robots.txt', 'sitemap.xml'])('%s leaves the shop’s address to the server', (name) => {
  expect(built(name)).toContain(`${factMarks.publicUrl}/`)
})

describe('the built landing page', () => {
  it('shows its sections in the order of the specification', () => {
    const { visit, problem, book, designs, testimonialsTitle, promises, features, questions, closing } = copy
    const landmarks = [
      ...['<header', 'First we', visit.title, problem.title, book.title, offer.headline, designs.title],
      ...[testimonialsTitle, promises.title, features.title, questions.title, closing.title, '<footer'],
    ]
    const positions = landmarks.map((landmark) => body.indexOf(landmark))
    expect(positions).not.toContain(-1)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  })

  it('has two forms with an action, six questions, links to call and text the shop, and alt text for each picture', () => {
    expect(body.match(/<form [^>]*action="\/book"[^>]*method="post"/g)).toHaveLength(2)
    expect(body.match(/<details name="question"/g)).toHaveLength(6)
    // Where React would insert parts that come late.
    expect(body).not.toContain('hidden id="S:')
    // In the first screen, under each form and in its privacy note, with the offer, and in the footer.
    expect(body.match(/<a [^>]*href="tel:\+\d+"/g)).toHaveLength(6)
    expect(body.match(/<a [^>]*href="sms:\+\d+"/g)).toHaveLength(7)
    for (const [image] of body.matchAll(/<img[^>]*>/g))
      expect(image).toMatch(/alt="[^"]+" width="\d+" height="\d+"/)
  })

  it('ends with the hours, the address, a map, an email address, the website, and the four social links', () => {
    const footer = body.slice(body.indexOf('<footer'))
    for (const part of [factMarks.hoursWords, business.address.street, mapLink, `mailto:${business.email}`])
      expect(footer).toContain(part.replaceAll('&', '&amp;'))
    for (const { url } of [business.website, ...business.social]) expect(footer).toContain(`href="${url}"`)
    expect(business.social).toHaveLength(4)
  })

  it('gives messengers its picture, with its size', async () => {
    const named = (name: string) =>
      new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(landing)?.[1] ?? expect.fail(name)
    const file = named('og:image').replace('%PUBLIC_URL%', '../../dist')
    const { width, height } = await sharp(join(import.meta.dirname, file)).metadata()
    expect([width, height].map(String)).toEqual([named('og:image:width'), named('og:image:height')])
  })

  it('describes the shop and the questions to search engines, without rating itself', () => {
    const [, json = ''] = body.match(/<script type="application\/ld\+json">(.*?)<\/script>/) ?? []
    const graph = JSON.parse(json.replace(factMarks.openingHours, ''))['@graph']
    const types = graph.map((thing: { '@type': string }) => thing['@type'])
    expect(types).toEqual(['MensClothingStore', 'FAQPage'])
    expect(graph[0].potentialAction['@type']).toBe('ReserveAction')
    expect(graph[1].mainEntity).toHaveLength(6)
    expect(json).not.toContain('aggregateRating')
  })
})

// React writes attributes in camel case, closes void elements, and writes `=""`. HTML reads them the same way.
const off = ['attr-case', 'attribute-boolean-style', 'doctype-style', 'long-title', 'no-trailing-whitespace']
const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    ...Object.fromEntries([...off, 'require-sri', 'void-style'].map((rule) => [rule, 'off'])),
    // React's own ids start with an underscore.
    'valid-id': ['error', { relaxed: true }],
  },
})

it.each(Object.entries(pages))(
  '%s is valid HTML, and uses only files that exist and are allowed',
  async (name, html) => {
    const { results } = await validator.validateString(html)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
    for (const [, property] of html.matchAll(/var\((--[\w-]+)/g)) expect(html).toContain(`${property}:`)
    // The security policy blocks others.
    expect(html).not.toMatch(/<[^>]+ (style|on[a-z]+)="/)
    const allowed = JSON.parse(built('csp.json'))[name === 'the landing page' ? 'landing' : 'others']
    const inlined = (element: RegExp) => [...html.matchAll(element)].map(([, content = '']) => content)
    const { scriptHashes, styleHashes } = contentSecurityHashes(
      inlined(/<script type="module">([\s\S]*?)<\/script>/g),
      inlined(/<style>([\s\S]*?)<\/style>/g),
    )
    expect(allowed.scriptHashes).toEqual(expect.arrayContaining(scriptHashes))
    expect(allowed.styleHashes).toEqual(expect.arrayContaining(styleHashes))
  },
)

it('an email is as wide in Outlook, with padding and borders only where Word renders them', () => {
  const manageLink = 'https://tailor.example/?visit=a-b_c'
  const { html } = emails.clientConfirmation({ appointment, shop, nowEpochMs, manageLink })
  const shown = html.replace(/<!--.*?-->/g, '')
  const boxes = [...shown.matchAll(/<(\w+)[^>]*? style="([^"]*)"/g)].filter(([, , style = '']) =>
    /(^|;)(padding|border-(left|right)):(?!0(;|$))/.test(style),
  )
  // A link that looks like a button has its padding for Word next to it.
  expect(new Set(boxes.map(([, tag]) => tag))).toEqual(new Set(['td', 'table', 'a']))

  // Word ignores max-width.
  const [, width] = /<table[^>]* style="[^"]*max-width:(\d+)px/.exec(shown) ?? []
  const own = `<!--\\[if mso\\]><table[^>]* width="${width}"[^>]*><tr><td><!\\[endif\\]--><table[^>]*max-width:${width}px`
  expect(html).toMatch(new RegExp(own))
  expect(html).toContain('<!--[if mso]></td></tr></table><![endif]-->')
})
