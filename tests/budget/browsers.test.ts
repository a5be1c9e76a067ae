import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lackedUses } from '../support/lacked-uses.ts'
import { buildTargets, lackedBy, lackedStyles } from '../support/lacking.ts'

const dist = new URL('../../dist/', import.meta.url)
const textOf = (name: string) => readFileSync(new URL(name, dist), 'utf8')
const namesOf = (folder: string, end: string) =>
  readdirSync(new URL(folder, dist))
    .filter((name) => name.endsWith(end))
    .map((name) => `${folder}${name}`)

const targets = await buildTargets()
/** `web/page/hydration/start.ts` fetches it for browsers without it. */
const lacking = lackedBy(targets, ['Temporal'])

describe('the oldest browsers that the build names', () => {
  it('have everything that the scripts use without asking for it first', () => {
    const files = ['assets/', 'assets/desk/', './'].flatMap((folder) => namesOf(folder, '.js'))
    const scripts = files.map((name) => [name, textOf(name)] as const)
    const inlined = namesOf('./', '.html').flatMap((name) =>
      [...textOf(name).matchAll(/<script(?: type="module")?>([\s\S]*?)<\/script>/g)].map(
        ([, text = '']) => [name, text] as const,
      ),
    )
    expect(scripts.length).toBeGreaterThan(5)
    expect(inlined.length).toBeGreaterThan(1)
    const found = [...scripts, ...inlined].flatMap(([name, text]) =>
      lackedUses(text, lacking).map((use) => `${name}: ${use}`),
    )
    expect(found).toEqual([])
  })
})

/** Where these are missing, the page and the desk look a little plainer and work the same. */
const cosmetic = [
  'break-after: avoid',
  'contain-intrinsic-height',
  'contain-intrinsic-size',
  'content-visibility',
  'cursor: default',
  'cursor: help',
  'cursor: pointer',
  'cursor: progress',
  'field-sizing',
  'forced-color-adjust',
  'overflow-anchor',
  'resize',
  'scrollbar-width',
  'text-size-adjust',
  'text-wrap',
]

describe('the styles', () => {
  it('ask for nothing that the oldest browsers lack and need', () => {
    const sheets = ['assets/', 'assets/desk/'].flatMap((folder) => namesOf(folder, '.css')).map(textOf)
    const inlined = namesOf('./', '.html').flatMap((name) =>
      [...textOf(name).matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text = '']) => text),
    )
    expect(inlined.length).toBeGreaterThan(1)
    const found = [...sheets, ...inlined].flatMap((css) => lackedStyles(css, targets))
    expect([...new Set(found)].sort()).toEqual(cosmetic)
  })

  it.each([
    ['a{text-decoration:line-through red 1.5px}', 'text-decoration: line-through red 1.5px'],
    ['a{color:red;field-sizing:content}', 'field-sizing'],
    ['@media print{a{text-wrap:pretty}}', 'text-wrap: pretty'],
  ])('are found wanting in %s', (css, use) => {
    expect(lackedStyles(css, [['safari', [16, 4]]])).toContainEqual(
      expect.stringContaining(use.split(':')[0] ?? ''),
    )
  })

  it('may ask inside @supports, or next to a prefixed property', () => {
    const css =
      '@supports (a:b){a{field-sizing:content}}b{-webkit-text-decoration:underline dotted;text-decoration:underline dotted}'
    expect(lackedStyles(css, [['safari', [16, 4]]])).toEqual([])
  })
})

describe('the `sizes` of pictures', () => {
  it.each(namesOf('./', '.html'))(
    'compare nothing in %s: Safari before 26.4 takes the whole width then',
    (name) => {
      const sizes = [...textOf(name).matchAll(/sizes="([^"]*)"/gi)].map(([, value]) => value)
      expect(sizes.filter((value) => /\b(min|max|clamp)\(/.test(value ?? ''))).toEqual([])
    },
  )

  it('stand in the page', () => {
    expect(textOf('index.html')).toMatch(/sizes="[^"]*vw/i)
  })
})

describe('the check of the scripts', () => {
  const everything = lackedBy([
    ['safari', [16, 4]],
    ['firefox', [121]],
  ])

  it.each([
    ['AbortSignal.any([a, b])', 'AbortSignal.any'],
    ['globalThis.AbortSignal.any([a, b])', 'AbortSignal.any'],
    ['Temporal.Now.instant()', 'Temporal'],
    ['window.Temporal', 'Temporal'],
    ['Promise.withResolvers()', 'Promise.withResolvers'],
    ['Object.groupBy(a, b)', 'Object.groupBy'],
    ['new Intl.DurationFormat()', 'Intl.DurationFormat'],
    ['requestIdleCallback(f)', 'requestIdleCallback'],
    ['navigator.userAgentData.brands', 'navigator.userAgentData'],
  ])('finds what %s uses', (script, use) => {
    expect(lackedUses(script, everything)).toContain(use)
  })

  it.each([
    'AbortSignal.timeout(1)',
    'structuredClone({ AbortSignal: 1, any: 2 })',
    "'requestIdleCallback' in globalThis ? requestIdleCallback(f) : setTimeout(f)",
    '`Temporal` in globalThis || load(); Temporal.Now',
    'typeof CookieStore === "function" && new CookieStore()',
    'navigator.userAgentData?.brands',
  ])('finds nothing in %s', (script) => {
    const uses = lackedUses(script, everything).filter((use) => !/^(Temporal\.|Now\.)/.test(use))
    expect(uses).toEqual([])
  })
})
