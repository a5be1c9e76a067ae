import { readFileSync, statSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const dist = new URL('../../dist/', import.meta.url)
const html = readFileSync(new URL('desk.html', dist), 'utf8')
const scripts = [...html.matchAll(/<script[^>]* src="\/([^"]+)"/g)].map(([, path = '']) => path)
const [, askedAhead = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? []

/** Ten segments, which come with the first answer, less what its headers take. @see https://www.rfc-editor.org/rfc/rfc6928 */
const firstAnswerMost = 14_600 - 1200

describe('what the desk waits for before its day is painted', () => {
  it('is a document with its style, in one round trip, and at most 41 kB of script', () => {
    expect(html).not.toMatch(/rel="stylesheet"|rel="manifest"|woff2/)
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(firstAnswerMost)
    const bytes = scripts.map((path) => statSync(new URL(`${path}.br`, dist)).size)
    expect(bytes.length).toBeGreaterThan(0)
    expect(bytes.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(41_000)
  })

  it('is all named in the document, the largest script first', () => {
    const imported = scripts.flatMap((path) =>
      [...readFileSync(new URL(path, dist), 'utf8').matchAll(/\bfrom\s*["'`]\.\/([^"'`]+)/g)].map(
        ([, name]) => `assets/desk/${name}`,
      ),
    )
    for (const path of imported) expect(scripts).toContain(path)
    const sizes = scripts.map((path) => statSync(new URL(path, dist)).size)
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
  })

  it('is asked for before the scripts are, by a script of at most 3 kB', () => {
    expect(html.indexOf(askedAhead)).toBeLessThan(html.indexOf('<script type="module"'))
    expect(askedAhead).toContain('agenda')
    expect(askedAhead.length).toBeLessThanOrEqual(3000)
  })

  it('holds no router, no clients of the calls and no sheet', () => {
    const text = scripts.map((path) => readFileSync(new URL(path, dist), 'utf8')).join('\n')
    expect(text).toContain('agenda')
    // Words that only these have: the router's header, PostgREST's and GoTrue's, and a sheet's.
    for (const later of ['createHref', 'vnd.pgrst', 'code_verifier', 'sheet-caps'])
      expect(text, later).not.toContain(later)
  })
})
