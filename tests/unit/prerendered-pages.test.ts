import { readFileSync } from 'node:fs'
import { HtmlValidate } from 'html-validate'
import { describe, expect, it } from 'vitest'
import { business } from '../../site/business.ts'
import { contentSecurityHashes } from '../../web/build/content-security-hashes.ts'

const built = (name: string) => readFileSync(new URL(`../../dist/${name}`, import.meta.url), 'utf8')
const names = ['index.html', '404.html', 'answer.html', 'answer-form.html']
const landing = built('index.html')
const body = landing.slice(landing.indexOf('<body'))

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .trim()

const headings = [...body.matchAll(/<h([1-6])[^>]*>(.*?)<\/h\1>/g)].map(([, level, html = '']) => ({
  level: Number(level),
  text: textOf(html),
}))

describe('the landing page as it is served', () => {
  it('shows its sections in the order of the specification', () => {
    const landmarks = [
      '<header',
      'First we',
      'The first visit is mostly talk.',
      'Off the rack, the fitting is left to you.',
      'Ready to Get Started?',
      'Buy two suits, get a third free.',
      'Beyond the traditional suit',
      'From the fitting room',
      'What we put our name to',
      'How it is made',
      'Questions asked at the table',
      'Ready to Transform Your Wardrobe?',
      '<footer',
    ]
    const positions = landmarks.map((landmark) => body.indexOf(landmark))
    expect(positions).not.toContain(-1)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  })

  it('has one first heading and skips no level', () => {
    expect(headings.filter(({ level }) => level === 1)).toHaveLength(1)
    headings.forEach(({ level, text }, index) => {
      expect(level - (headings[index - 1]?.level ?? 0), text).toBeLessThanOrEqual(1)
    })
  })

  it('is complete without script: two forms that send themselves, questions that open', () => {
    expect(body.match(/<form [^>]*action="\/book"[^>]*method="post"/g)).toHaveLength(2)
    expect(body.match(/<form [^>]*id="book"/g)).toHaveLength(1)
    expect(body.match(/<details name="question"/g)).toHaveLength(6)
    expect(body).not.toContain('hidden id="S:')
  })

  it('links its calls to action to the form, the phone to messages, and names every picture', () => {
    expect(body).toMatch(/<a [^>]*href="#book"[^>]*>Book Appointment<\/a>/)
    expect(body).toMatch(/<a [^>]*href="#book"[^>]*>Claim Your Free Suit Today<\/a>/)
    expect(body).toMatch(/<a [^>]*href="sms:\+\d+"/)
    for (const [image] of body.matchAll(/<img[^>]*>/g))
      expect(image).toMatch(/alt="[^"]+" width="\d+" height="\d+"/)
  })

  it('ends with the address, the website and the four social links', () => {
    const footer = body.slice(body.indexOf('<footer'))
    expect(footer).toContain(business.address.street)
    for (const { url } of [business.website, ...business.social]) expect(footer).toContain(`href="${url}"`)
    expect(business.social).toHaveLength(4)
  })

  it('tells search engines about the shop and the questions, and rates itself nowhere', () => {
    const [, json = ''] = body.match(/<script type="application\/ld\+json">(.*?)<\/script>/) ?? []
    const graph = JSON.parse(json)['@graph']
    expect(graph.map((thing: { '@type': string }) => thing['@type'])).toEqual([
      'MensClothingStore',
      'FAQPage',
    ])
    expect(graph[0].potentialAction['@type']).toBe('ReserveAction')
    expect(graph[1].mainEntity).toHaveLength(6)
    expect(json).not.toContain('aggregateRating')
  })
})

describe('the not-found page', () => {
  it('says what the specification says', () => {
    const page = built('404.html')
    for (const text of ['404', 'Oops! Page not found']) expect(page).toContain(`>${text}<`)
    expect(page).toMatch(/<a [^>]*href="\/"[^>]*>Return to Home<\/a>/)
    expect(page).toContain('console.error')
  })
})

describe('the answer page with the form', () => {
  it('has a place for every value that was typed', () => {
    const page = built('answer-form.html')
    for (const name of ['full_name', 'email', 'phone', 'appointment_date', 'appointment_time']) {
      expect(page).toContain(`value="%VALUE_${name}%"`)
    }
  })
})

describe.each(names)('%s', (name) => {
  it('names no value of the style that nothing defines', () => {
    const used = [...built(name).matchAll(/var\((--[\w-]+)/g)].map(([, property = '']) => property)
    for (const property of used) expect(built(name)).toContain(`${property}:`)
  })

  it('is valid HTML', async () => {
    // React writes attributes in camel case, closes void elements and says `=""`; HTML reads them the same.
    const validator = new HtmlValidate({
      extends: ['html-validate:recommended', 'html-validate:document'],
      rules: {
        'attr-case': 'off',
        'attribute-boolean-style': 'off',
        'doctype-style': 'off',
        'long-title': 'off',
        'no-trailing-whitespace': 'off',
        'require-sri': 'off',
        // React's own ids begin with an underscore, which HTML allows.
        'valid-id': ['error', { relaxed: true }],
        'void-style': 'off',
      },
    })
    const filled = built(name)
      .replaceAll('%EARLIEST_DATE%', '2027-01-02')
      .replaceAll('%ANSWER_TITLE%', 'Booked')
    const { results } = await validator.validateString(filled)
    const messages = results.flatMap((result) =>
      result.messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
    )
    expect(messages).toEqual([])
  })

  it('carries no style or handler that its security policy would refuse', () => {
    const html = built(name)
    expect(html).not.toMatch(/<[^>]+ style="/)
    expect(html).not.toMatch(/<[^>]+ on[a-z]+="/)
    const allowed = JSON.parse(built('csp.json'))[name === 'index.html' ? 'landing' : 'others']
    const needed = contentSecurityHashes([html])
    expect(allowed.scriptHashes).toEqual(expect.arrayContaining(needed.scriptHashes))
    expect(allowed.styleHashes).toEqual(expect.arrayContaining(needed.styleHashes))
  })
})
