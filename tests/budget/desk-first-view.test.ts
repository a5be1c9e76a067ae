import { readFileSync, statSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const dist = new URL('../../dist/', import.meta.url)
const html = readFileSync(new URL('desk.html', dist), 'utf8')
const scripts = [...html.matchAll(/<script[^>]* src="\/([^"]+)"/g)].map(([, path = '']) => path)

/** Ten segments, which come with the first answer, less what its headers take. @see https://www.rfc-editor.org/rfc/rfc6928 */
const firstAnswerMost = 14_600 - 1200

describe('what the desk waits for before its day is painted', () => {
  it('is a document with its style, in one round trip, and at most 110 kB of script', () => {
    expect(html).not.toMatch(/rel="stylesheet"/)
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(firstAnswerMost)
    const bytes = scripts.map((path) => statSync(new URL(`${path}.br`, dist)).size)
    expect(bytes.length).toBeGreaterThan(0)
    expect(bytes.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(110_000)
  })

  it('holds no auth client and no dialog', () => {
    const text = scripts.map((path) => readFileSync(new URL(path, dist), 'utf8')).join('\n')
    expect(text).toContain('agenda')
    // Words that only the auth client and a dialog have.
    for (const later of ['code_verifier', 'sheet-caps']) expect(text, later).not.toContain(later)
  })
})
