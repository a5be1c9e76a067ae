import { clamp } from './numbers.ts'
import { type NumericMap, read } from './numeric-map.ts'

/** Blurs a map by averaging twice over squares of `2 * radiusPx + 1`, which comes close to a Gaussian. */
export function blur(map: NumericMap, widthPx: number, heightPx: number, radiusPx: number): NumericMap {
  const between = new Float32Array(map.length)
  const result = new Float32Array(map.length)
  slide(map, between, { lines: heightPx, length: widthPx, step: 1, lineStep: widthPx }, radiusPx)
  slide(between, result, { lines: widthPx, length: heightPx, step: widthPx, lineStep: 1 }, radiusPx)
  slide(result, between, { lines: heightPx, length: widthPx, step: 1, lineStep: widthPx }, radiusPx)
  slide(between, result, { lines: widthPx, length: heightPx, step: widthPx, lineStep: 1 }, radiusPx)
  return result
}

type Walk = { lines: number; length: number; step: number; lineStep: number }

/** A running mean along every line; beyond its ends the line goes on with its last value. */
function slide(from: NumericMap, to: NumericMap, walk: Walk, radius: number): void {
  const last = walk.length - 1
  for (let line = 0; line < walk.lines; line++) {
    const start = line * walk.lineStep
    const value = (at: number): number => read(from, start + clamp(at, 0, last) * walk.step)
    let sum = 0
    for (let at = -radius; at <= radius; at++) sum += value(at)
    for (let at = 0; at <= last; at++) {
      to[start + at * walk.step] = sum / (2 * radius + 1)
      sum += value(at + radius + 1) - value(at - radius)
    }
  }
}
