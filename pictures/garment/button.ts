import type { Material } from '../renderer/material.ts'
import { edgeRoll, mix, smoothstep } from '../renderer/numbers.ts'
import { ellipse } from '../renderer/outline.ts'
import type { Relief } from '../renderer/relief.ts'

type ButtonAt = { x: number; y: number; radiusCm: number; thicknessCm: number }

const holes: [number, number][] = [
  [-0.2, -0.2],
  [0.2, -0.2],
  [-0.2, 0.2],
  [0.2, 0.2],
]

/** Sews on a button with a raised rim and four holes, and the thread that crosses them. */
export function sewButton(relief: Relief, at: ButtonAt, material: Material, sewnWith?: Material): void {
  const { x, y, radiusCm } = at
  const cloth = relief.heightAt(x, y)
  const toHole = (px: number, py: number): number =>
    Math.min(
      ...holes.map(([holeX, holeY]) => Math.hypot((px - x) / radiusCm - holeX, (py - y) / radiusCm - holeY)),
    )
  relief.lay({
    area: ellipse([x, y], radiusCm),
    edgeReachCm: radiusCm,
    material,
    cutFrom: (px, py) => [px, py, 0],
    heightCm: (place) => {
      const fromCentre = Math.hypot(place.x - x, place.y - y) / radiusCm
      const rim = at.thicknessCm * edgeRoll(place.edgeCm, radiusCm * 0.28)
      const dish = -0.16 * smoothstep(0.7, 0.6, fromCentre)
      return cloth + 0.25 + rim + dish - 0.14 * smoothstep(0.13, 0.07, toHole(place.x, place.y))
    },
    lightShare: (px, py) => mix(0.25, 1, smoothstep(0.07, 0.13, toHole(px, py))),
  })
  if (!sewnWith) return
  const strand = relief.add(sewnWith)
  for (const row of [-0.2, 0.2]) {
    const height = y + row * radiusCm
    relief.layStick(
      [x - 0.22 * radiusCm, height],
      [x + 0.22 * radiusCm, height],
      radiusCm * 0.07,
      0.08,
      strand,
    )
  }
}
