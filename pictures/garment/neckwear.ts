import * as drawn from '../outlines/shirt.ts'
import type { Material } from '../renderer/material.ts'
import { cloudNoise } from '../renderer/noise.ts'
import { edgeRoll, hill, smoothstep } from '../renderer/numbers.ts'
import { mirrored, outline, turned } from '../renderer/outline.ts'
import type { Relief } from '../renderer/relief.ts'
import { shirtHeightCm } from './shirt.ts'

/** Ties are cut on the bias. */
const biasAngle = Math.PI / 4

/** The blade of a tie, with the dimple under its knot. Goes on before the collar is turned down. */
export function hangTie(relief: Relief, silk: Material): void {
  relief.lay({
    area: outline(drawn.tieBlade),
    edgeReachCm: 2,
    material: silk,
    cutFrom: (x, y) => [...turned(x, y, biasAngle), -biasAngle],
    heightCm: ({ x, y, edgeCm }) => {
      const nearKnot = smoothstep(19, 9, y)
      const dimple = -0.9 * hill(x - 0.1, 0.5) * nearKnot
      const shoulders = 0.28 * (hill(x + 1, 0.55) + 0.6 * hill(x - 1.1, 0.5)) * nearKnot
      return shirtHeightCm(x, y) + 0.6 + 0.75 * edgeRoll(edgeCm, 1.5) + dimple + shoulders
    },
  })
}

/** The knot, over the collar. */
export function tieKnot(relief: Relief, silk: Material): void {
  const ground = shirtHeightCm(0, 9) + 1.6
  relief.lay({
    area: outline(drawn.tieKnot),
    edgeReachCm: 2.2,
    material: silk,
    cutFrom: (x, y) => [...turned(x, y, 0.5), -0.5],
    heightCm: ({ x, y, edgeCm }) => {
      const wrapCrease = -0.2 * hill(x - y * 0.25 + 0.6, 0.3)
      const sideCrease = -0.1 * hill(x - y * 0.14 - 0.5, 0.22)
      return ground + 1.3 * edgeRoll(edgeCm, 1.9) + wrapCrease + sideCrease
    },
  })
}

/** A bow tied by hand: pleats fan out of the knot and die away towards the ends. */
export function tieBow(relief: Relief, silk: Material): void {
  const ground = shirtHeightCm(3, 9) + 2.3
  const left = outline(drawn.bowWing)
  for (const sign of [1, -1]) {
    relief.lay({
      area: sign > 0 ? left : mirrored(left),
      edgeReachCm: 2.4,
      material: silk,
      heightCm: ({ x, y, edgeCm }) => {
        const side = Math.abs(x)
        // Left and right are tied by the same hands but never alike.
        const angle = Math.atan2(y - 5.9, side + 0.6) + sign * 0.09
        const pleats = 0.42 * Math.cos(angle * 8.5) * smoothstep(6.4, 1, side) * smoothstep(0.4, 1.4, side)
        const swell = 0.3 * Math.sin(side * 0.75)
        const soft = 0.24 * (cloudNoise(x * 0.45, y * 0.5, 8, 3) - 0.5)
        return ground + 0.7 * edgeRoll(edgeCm, 0.9) + pleats + swell + soft
      },
    })
  }
  const knotGround = shirtHeightCm(0, 9) + 3.3
  relief.lay({
    area: outline(drawn.bowKnot),
    edgeReachCm: 1.2,
    material: silk,
    heightCm: ({ x, y, edgeCm }) =>
      knotGround +
      edgeRoll(edgeCm, 1.1) -
      0.24 * hill(x - 0.3 - 0.1 * (y - 6), 0.2) -
      0.14 * hill(x + 0.45, 0.16),
  })
}
