import { readdirSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { buildTargets, data, isLackedBy, lackedBy } from '../support/lacking.ts'

const dist = new URL('../../dist/', import.meta.url)
const textOf = (name: string) => readFileSync(new URL(name, dist), 'utf8')
const built = ['assets/', 'assets/desk/', './'].flatMap((folder) =>
  readdirSync(new URL(folder, dist)).map((name) => `${folder}${name}`),
)
const pages = built.filter((name) => name.endsWith('.html'))

/** Each file of that kind, and each element with that content, by the first word of its file's name. */
function textsOf(end: string, element: RegExp): [word: string, text: string][] {
  const files = built
    .filter((name) => name.endsWith(end))
    .map((name): [string, string] => [name, textOf(name)])
  const inlined = pages.flatMap((name) =>
    [...textOf(name).matchAll(element)].map(([, text = '']): [string, string] => [name, text]),
  )
  expect(Math.min(files.length, inlined.length)).toBeGreaterThan(1)
  return [...files, ...inlined].map(([name, text]) => [/([a-z]+)[^/]*$/.exec(name)?.[1] ?? '', text])
}

const targets = await buildTargets()

interface Node {
  type: string
  [key: string]: unknown
}

function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value) yield value as Node
  for (const part of Object.values(value)) yield* nodesIn(part)
}

function nameOf(node: unknown): unknown {
  const { type, name, property } = node as Node
  return type === 'MemberExpression' ? nameOf(property) : type === 'Identifier' ? name : undefined
}

const globalObjects = ['crypto', 'document', 'history', 'location', 'navigator', 'performance']
const interfaceOf = (owner: string) =>
  globalObjects.includes(owner) ? owner.charAt(0).toUpperCase() + owner.slice(1) : owner

/** The globals that a script reads and some of these browsers lack, such as "AbortSignal.any". */
function lackedUses(script: string, { globals, members }: ReturnType<typeof lackedBy>): string[] {
  const nodes = [...nodesIn(parseAst(script))]
  const keys = new Set(nodes.flatMap(({ property, key, computed }) => (computed ? [] : [property, key])))
  const uses = nodes.flatMap((node) => {
    const name = String(nameOf(node))
    if (node.type === 'Identifier') return globals.has(name) && !keys.has(node) ? name : []
    if (node.type !== 'MemberExpression') return []
    const owner = String(nameOf(node.object))
    if (['globalThis', 'window', 'self'].includes(owner)) return globals.has(name) ? name : []
    return members.get(interfaceOf(owner))?.has(name) ? `${owner}.${name}` : []
  })
  return [...new Set(uses)].sort()
}

/** Behind a check, and in which scripts. */
const checked = {
  'Intl.DurationFormat': ['global'],
  'PublicKeyCredential.parseCreationOptionsFromJSON': ['open'],
  'PublicKeyCredential.parseRequestOptionsFromJSON': ['open'],
  navigation: ['day', 'react'],
  'navigator.connection': ['day', 'react'],
  requestIdleCallback: ['after', 'day', 'index', 'preload'],
  setImmediate: ['day', 'react'],
}

describe('the scripts', () => {
  it('use nothing that the oldest browsers lack without checking for it first', () => {
    // `web/page/hydration/start.ts` fetches it for browsers without it.
    const lacking = lackedBy(targets, ['Temporal'])
    const found: Record<string, string[]> = {}
    for (const [word, text] of textsOf('.js', /<script(?: type="module")?>([\s\S]*?)<\/script>/g)) {
      for (const use of lackedUses(text, lacking)) {
        found[use] = [...new Set([...(found[use] ?? []), word])].sort()
      }
    }
    expect(found).toEqual(checked)
  })
})

const comment = /\/\*[\s\S]*?\*\//g
/** With rules in it, also inside `@media`. */
const conditional = /@(supports|font-face)[^{]*\{([^{}]|\{([^{}]|\{[^{}]*\})*\})*\}/g

/** Properties and keywords that one of the browsers lacks, unless a prefixed one is next to it. */
function lackedStyles(css: string): string[] {
  const isLacked = isLackedBy(targets)
  const plain = css.replace(comment, '').replace(conditional, '')
  const declarations = [...plain.matchAll(/\{([^{}]*)\}/g)].flatMap(([, block = '']) =>
    [...block.matchAll(/(?:^|;)\s*([a-z][a-z-]*)\s*:\s*([^;]+)/g)].map(([, ...declared]) => [
      block,
      ...declared,
    ]),
  )
  return declarations.flatMap(([block = '', property = '', value = '']) => {
    const known = data.css.properties?.[property]
    if (!known || block.includes(`-webkit-${property}:`)) return []
    if (isLacked(known.__compat)) return property
    if (isLacked(known.includes_thickness?.__compat) && /[\d.](px|em)/.test(value))
      return `${property}: ${value}`
    const lacked = value.split(/[\s,()/]+/).filter((word) => isLacked(known[word]?.__compat))
    return lacked.map((word) => `${property}: ${word}`)
  })
}

/** Without these, the page and the desk look a little plainer and work the same. */
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
  it('need nothing that the oldest browsers lack', () => {
    const sheets = textsOf('.css', /<style[^>]*>([\s\S]*?)<\/style>/g)
    const found = sheets.flatMap(([, css]) => lackedStyles(css))
    expect([...new Set(found)].sort()).toEqual(cosmetic)
    const underlined = 'text-decoration: underline dotted 2px'
    expect(lackedStyles(`@media print{a{${underlined}}}`)).toEqual([underlined])
    expect(lackedStyles(`@supports (a:b){a{${underlined}}}`)).toEqual([])
  })
})

describe('the `sizes` of pictures', () => {
  it('have no comparisons, which make Safari before 26.4 use the whole width', () => {
    const sizes = pages.flatMap((name) =>
      [...textOf(name).matchAll(/sizes="([^"]*)"/gi)].map(([, size]) => size),
    )
    expect(sizes).toContainEqual(expect.stringContaining('vw'))
    expect(sizes.filter((size) => /\b(min|max|clamp)\(/.test(size ?? ''))).toEqual([])
  })
})
