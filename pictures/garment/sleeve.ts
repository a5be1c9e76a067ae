import * as jacket from '../outlines/jacket.ts'
import { crossingsAt } from '../renderer/distance.ts'
import type { Material } from '../renderer/material.ts'
import { cloudNoise } from '../renderer/noise.ts'
import { clamp, edgeRoll, hill, mix, smoothstep } from '../renderer/numbers.ts'
import { mirrored, outline, type Polyline } from '../renderer/outline.ts'
import type { Relief } from '../renderer/relief.ts'
import { torsoHeightCm } from './torso.ts'

const radiusCm = 4.4
/** Width of the sleeve as it lies on the cutting table, over its round. */
const cutRadiusCm = 5.2

/** Sets a sleeve: half a tube between its own two edges, with a round head and folds at the elbow. */
export function setSleeve(relief: Relief, side: 'left' | 'right', cloth: Material): void {
  const sign = side === 'left' ? 1 : -1
  const drawn = outline(jacket.sleeve)
  const edges = edgesOf(drawn, 12, 66)
  const ground = torsoHeightCm(19.5, 20) - 1.2
  relief.lay({
    area: sign > 0 ? drawn : mirrored(drawn),
    edgeReachCm: cutRadiusCm,
    material: cloth,
    heightCm: ({ x, y, edgeCm }) => {
      const [left, right] = edges(y)
      const across = clamp((sign * x - (left + right) / 2) / ((right - left) / 2 + 0.15), -0.995, 0.995)
      const tube = Math.sqrt(1 - across * across)
      const round = mix(tube, edgeRoll(edgeCm, radiusCm), smoothstep(16, 9, y))
      return ground + radiusCm * round + folds(sign * x, y) * tube + 0.3 * edgeRoll(edgeCm, 0.35)
    },
    cutFrom: (x, y) => {
      const across = clamp((sign * x - axisAt(y)) / cutRadiusCm, -0.99, 0.99)
      return [sign * Math.asin(across) * cutRadiusCm, y + 0.12 * (sign * x - 25), 0]
    },
  })
}

/** Middle of the sleeve: the arm hangs a little forward. */
const axisAt = (y: number): number => mix(mix(24.2, 25.2, smoothstep(8, 30, y)), 26, smoothstep(25, 55, y))

/** Two crossed waves at the inner elbow, one under the arm, and the slow unevenness of hanging cloth. */
function folds(x: number, y: number): number {
  const inner = 0.62 * Math.sin((y * 0.8 + x * 0.62) * 0.62) * hill(x - 23.6, 6.5) * hill(y - 41, 9.9)
  const outer = 0.46 * Math.sin((y * 0.7 - x * 0.5) * 0.7) * hill(x - 28, 4.2) * hill(y - 40, 8.5)
  const underArm = 0.48 * hill(y - 26 - (x - 20) * 0.8, 2) * smoothstep(25, 20, x)
  const slow = 0.8 * (cloudNoise(x * 0.22, y * 0.1, 21, 3) - 0.5) * smoothstep(14, 30, y)
  const aboveCuff = 0.2 * Math.sin((y * 1.1 + x * 0.3) * 0.7) * hill(y - 61, 5) * hill(x - 24, 4)
  return inner + outer + underArm + slow + aboveCuff
}

/** Left and right edge of a drawn sleeve at a height between `top` and `bottom`, evened out over a few centimetres. */
function edgesOf(drawn: Polyline, top: number, bottom: number): (y: number) => [number, number] {
  const rows = 240
  const reach = 6
  const edge = (pick: (...crossings: number[]) => number): number[] => {
    const raw = Array.from({ length: rows + 1 }, (_, row) =>
      pick(...crossingsAt(drawn, mix(top, bottom, row / rows))),
    )
    return raw.map((_, row) => {
      const near = raw.slice(Math.max(0, row - reach), row + reach + 1)
      return near.reduce((sum, x) => sum + x, 0) / near.length
    })
  }
  const left = edge(Math.min)
  const right = edge(Math.max)
  return (y) => {
    const at = clamp((y - top) / (bottom - top)) * rows
    const row = Math.min(rows - 1, Math.floor(at))
    const between = (values: number[]): number => mix(values[row] ?? 0, values[row + 1] ?? 0, at - row)
    return [between(left), between(right)]
  }
}
