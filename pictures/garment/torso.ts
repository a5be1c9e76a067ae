import { cloudNoise } from '../renderer/noise.ts'
import { hill, smoothstep } from '../renderer/numbers.ts'

/**
 * The body under the cloth: height towards the viewer at a point, in centimetres. The same on both sides of x = 0.
 */
export function torsoHeightCm(x: number, y: number): number {
  const side = Math.abs(x)
  const halfWidth = 25 - 3.2 * waist(y, 12.7) + 0.5 * hill(y - 66, 14)
  const round = 10.5 * Math.sqrt(1 - Math.min(side / halfWidth, 0.9998) ** 2)
  const chest = 1.5 * hill(side - 9.5, 9.2) * hill(y - 24, 12.7)
  const middle = -0.9 * hill(side - 8, 17) * waist(y, 11.3)
  const hip = 0.7 * hill(side - 12, 14) * hill(y - 64, 12.7)
  // The shoulders slope back to the neck.
  const shoulder = y < 13 ? -5.2 * ((13 - y) / 13) ** 2 : 0
  return round + chest + middle + hip + shoulder
}

const waist = (y: number, reach: number): number => hill(y - 45, reach)

/**
 * How worn cloth departs from the body: slow billows, drag lines fanning from the top button, the fold under the
 * arm, and the waves of the hem. Without it a jacket looks ironed onto a board.
 *
 * @param seed - the two fronts differ by it.
 */
export function drapeCm(x: number, y: number, seed: number): number {
  const side = Math.abs(x)
  const billows =
    0.55 * (cloudNoise(side * 0.11 + seed, y * 0.045 + seed, 11, 3) - 0.5) * smoothstep(10, 26, y) +
    0.3 * (cloudNoise(side * 0.3 + seed, y * 0.12, 5, 3) - 0.5)
  const skirt =
    0.26 * Math.sin((side * 0.9 + y * 0.16) * 0.52 + seed) * smoothstep(30, 44, y) * smoothstep(23, 8, side)
  const dragUp = 0.26 * hill(y - 43.2 + (side - 1) * 0.34, 1.5) * smoothstep(14, 2, side)
  const dragMiddle = 0.4 * hill(y - 47.2 - (side - 1) * 0.4, 1.75) * smoothstep(15, 2, side)
  const dragBelow = -0.26 * hill(y - 50 - (side - 1) * 0.55, 1.6) * smoothstep(13, 2, side)
  const underArm =
    0.55 * hill(side - 17.2 - 0.1 * (y - 30), 1.55) * smoothstep(20, 28, y) * smoothstep(46, 34, y)
  const hem = 0.45 * Math.sin((side - 4) * 0.42) * smoothstep(60, 77, y)
  return billows + skirt + dragUp + dragMiddle + dragBelow + underArm + hem
}
