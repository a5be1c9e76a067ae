import * as drawn from '../outlines/shirt.ts'
import { poplin, standLinen } from '../renderer/cloths.ts'
import { lightOf } from '../renderer/colour.ts'
import type { Material } from '../renderer/material.ts'
import { brass, plain, toned } from '../renderer/materials.ts'
import { cloudNoise } from '../renderer/noise.ts'
import { clamp, edgeRoll, hill, mix, smoothstep } from '../renderer/numbers.ts'
import { ellipse, mirrored, outline, turned } from '../renderer/outline.ts'
import type { Relief } from '../renderer/relief.ts'
import { torsoHeightCm } from './torso.ts'

export type ShirtFront = 'plain' | 'pleated'

/** White cotton, toned down so that it does not clip in full light. */
export const shirting = (): Material =>
  toned(poplin, 26, [0.56, 0.565, 0.57], { lightWrap: 0.35, grain: 0.22, grainShade: 0.25 })

const onyx: Material = plain(lightOf('#07080b'), { gloss: { strength: 1, sharpness: 50 } })
const goldRim: Material = { ...brass, gloss: { strength: 0.7, sharpness: 30 } }

/** The front edge of the shirt lies a little off centre, over the other side. */
const placketMiddle = 0.15
const placketHalfWidth = 1.6
const pleatWidth = 1.15
const bibHalfWidth = 9

/** Height of the shirt: the body under it, flat across the neck. */
export const shirtHeightCm = (x: number, y: number): number => torsoHeightCm(x, Math.max(y, 7)) - 1.4

/** Puts the stand's linen neck and a shirt front on it; the collar leaves come later, over the tie's band. */
export function dressStand(relief: Relief, cotton: Material, front: ShirtFront): void {
  relief.lay({
    area: outline(drawn.collarInside),
    material: cotton,
    heightCm: ({ x, y }) => 1 + 0.3 * y - 2 * (1 - (x / 7) ** 2),
    lightShare: (_, y) => 0.3 + 0.42 * smoothstep(-2, -5.6, y),
  })
  relief.lay({
    area: outline(drawn.standNeck),
    edgeReachCm: 2,
    material: toned(standLinen, 14, [0.62, 0.6, 0.56], { lightWrap: 0.15, grain: 0.6 }),
    cutFrom: (x, y) => [Math.asin(clamp(x / 6.7, -0.99, 0.99)) * 6, y, 0],
    heightCm: ({ x, y }) =>
      1.2 + 4.6 * Math.sqrt(Math.max(0, 1 - (x / 6.7) ** 2)) + 0.1 * y - 0.12 * hill(x, 0.14),
  })
  relief.lay({
    area: outline(drawn.shirtFront),
    material: cotton,
    heightCm: ({ x, y }) => {
      const fromPlacket = Math.abs(x - placketMiddle)
      const placket = 0.14 * smoothstep(placketHalfWidth + 0.12, placketHalfWidth, fromPlacket)
      const seam = -0.05 * hill(fromPlacket - placketHalfWidth + 0.4, 0.06)
      const pleats = front === 'pleated' ? pleatHeight(fromPlacket) : 0
      const folds = 0.5 * (cloudNoise(x * 0.16 + y * 0.05, y * 0.07, 4, 3) - 0.5)
      return shirtHeightCm(x, y) + placket + seam + pleats + folds
    },
  })
}

/** Each pleat rises outwards and drops to the next one. */
function pleatHeight(fromPlacket: number): number {
  const first = placketHalfWidth + 0.15
  if (fromPlacket < first || fromPlacket > bibHalfWidth) return 0
  const pleats = (fromPlacket - first) / pleatWidth
  return 0.17 * (1 - (pleats - Math.floor(pleats)))
}

/** Onyx studs set in gold. */
export function closeWithStuds(relief: Relief): void {
  for (const y of [13.8, 21.6, 29.4]) {
    const ground = shirtHeightCm(placketMiddle, y)
    relief.lay({
      area: ellipse([placketMiddle, y], 0.6),
      material: goldRim,
      heightCm: ({ edgeCm }) => ground + 0.3 + 0.22 * edgeRoll(edgeCm, 0.25),
    })
    relief.lay({
      area: ellipse([placketMiddle, y], 0.42),
      material: onyx,
      heightCm: ({ edgeCm }) => ground + 0.48 + 0.22 * edgeRoll(edgeCm, 0.4),
    })
  }
}

/** Turns both collar leaves down, with a row of stitching inside the edge. */
export function turnCollarDown(relief: Relief, cotton: Material, leaf: 'long' | 'short'): void {
  const left = outline(leaf === 'long' ? drawn.collarLeaf : drawn.bowCollarLeaf)
  for (const sign of [1, -1]) {
    relief.lay({
      area: sign > 0 ? left : mirrored(left),
      edgeReachCm: 2,
      material: cotton,
      cutFrom: (x, y) => [...turned(x, y, sign * -0.5), 0],
      heightCm: ({ x, y, edgeCm }) => {
        const side = Math.abs(x)
        const lie = mix(4.6, shirtHeightCm(6, 9) + 1.6, smoothstep(-4, 8, y))
        const spring = 1.12 * smoothstep(4.5, 0, side) + 0.7 * edgeRoll(edgeCm, 2) * smoothstep(9, 3, y)
        const edge = 0.2 * edgeRoll(edgeCm, 0.24) - 0.1 * hill(edgeCm - 0.62, 0.055)
        return lie - 0.035 * (side - 4) ** 2 + spring + edge
      },
    })
  }
}
