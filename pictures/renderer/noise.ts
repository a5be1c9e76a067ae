import { mix, wrap } from './numbers.ts'

/**
 * A random number in 0..1 that belongs to a lattice point.
 *
 * Hashed rather than drawn, so that a picture comes out byte for byte the same on every run.
 */
export function latticeNoise(x: number, y: number, seed: number): number {
  let bits = Math.imul(x, 0x2545f491) ^ Math.imul(y, 0x6c8e9cf5) ^ Math.imul(seed + 1, 0x3c6ef372)
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d)
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39)
  bits ^= bits >>> 15
  return (bits >>> 0) / 0x100000000
}

/** Eases between lattice points without a kink in the slope, which light would show. */
const ease = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10)

/**
 * Smooth noise in 0..1 with features one unit wide.
 *
 * @param periodX - when not 0, the noise repeats after this many units; the same for `periodY`.
 */
export function smoothNoise(x: number, y: number, seed: number, periodX = 0, periodY = 0): number {
  let left = Math.floor(x)
  let top = Math.floor(y)
  const shareX = ease(x - left)
  const shareY = ease(y - top)
  let right = left + 1
  let bottom = top + 1
  if (periodX) {
    left = wrap(left, periodX)
    right = wrap(right, periodX)
  }
  if (periodY) {
    top = wrap(top, periodY)
    bottom = wrap(bottom, periodY)
  }
  return mix(
    mix(latticeNoise(left, top, seed), latticeNoise(right, top, seed), shareX),
    mix(latticeNoise(left, bottom, seed), latticeNoise(right, bottom, seed), shareX),
    shareY,
  )
}

/** Smooth noise in 0..1 summed over octaves, each half as wide and half as strong as the one before. */
export function cloudNoise(
  x: number,
  y: number,
  seed: number,
  octaves: number,
  periodX = 0,
  periodY = 0,
): number {
  let sum = 0
  let total = 0
  let scale = 1
  for (let octave = 0; octave < octaves; octave++) {
    const weight = 1 / scale
    sum += weight * smoothNoise(x * scale, y * scale, seed + octave * 19, periodX * scale, periodY * scale)
    total += weight
    scale *= 2
  }
  return sum / total
}
