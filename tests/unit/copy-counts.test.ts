import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../copy')
const modules = await Promise.all(readdirSync(folder).map((file) => import(join(folder, file))))

function said(make: (...given: unknown[]) => unknown): unknown {
  try {
    return make(...Array(make.length).fill(1))
  } catch (error) {
    // It is made of text, or of a list.
    if (error instanceof TypeError) return make(...Array(make.length).fill(['some']))
    throw error
  }
}

/** Every sentence that stands there, or is made of what it is given: of ones. */
function madeOfOnes(words: unknown): string[] {
  if (typeof words === 'string') return [words]
  if (typeof words === 'function') return madeOfOnes(said(words as () => unknown))
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(madeOfOnes) : []
}

const plural =
  /\b1 (?!(?:is|was|has|does|takes|lets)\b)[a-z]+s\b|\b1 (?!can\b)(?:[a-z]+ ){1,3}(?:are|have|were)\b/

describe('what is said of one', () => {
  it('is said in the singular, wherever a count is said', () => {
    expect(madeOfOnes(modules).filter((sentence) => plural.test(sentence))).toEqual([])
  })
})
