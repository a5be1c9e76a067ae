import { describe, expect, it } from 'vitest'
import { fillTimes } from '../../server/http/guard/fill-times.ts'

const from = (index: number) => ({
  method: 'GET',
  headers: { accept: 'text/html' },
  ip: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
})

describe('a flood of addresses that open the page', () => {
  it('makes the first of them forgotten, rather than fill the memory', () => {
    const times = fillTimes(3, () => 0)
    const count = 50_001
    for (let index = 0; index < count; index++) times.noteOpened(from(index))
    expect(times.missingMs(from(0))).toBe(0)
    expect(times.missingMs(from(25_000))).toBe(3000)
    expect(times.missingMs(from(count - 1))).toBe(3000)
  })
})
