/** Small arithmetic shared by everything that shapes or lights a surface. */

export const clamp = (value: number, low = 0, high = 1): number => Math.max(low, Math.min(high, value))

export const mix = (from: number, to: number, share: number): number => from + (to - from) * share

/** 0 at `from`, 1 at `to`, with level ends; `from` may be the larger of the two. */
export function smoothstep(from: number, to: number, value: number): number {
  const share = clamp((value - from) / (to - from))
  return share * share * (3 - 2 * share)
}

/** A Gaussian hill of height 1: 0.37 at `width` from its top. */
export const hill = (offset: number, width: number): number => Math.exp(-((offset / width) ** 2))

/** The remainder that is never negative, for wrapping round a tile. */
export const wrap = (value: number, count: number): number => ((value % count) + count) % count

/** A quarter circle that rises from 0 at the edge to 1 at `radius`: the roll of a turned edge. */
export function edgeRoll(distance: number, radius: number): number {
  const rest = 1 - clamp(distance / radius)
  return Math.sqrt(1 - rest * rest)
}
