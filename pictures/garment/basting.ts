import type { Material } from '../renderer/material.ts'
import { latticeNoise } from '../renderer/noise.ts'
import { mix } from '../renderer/numbers.ts'
import type { Point, Polyline } from '../renderer/outline.ts'
import type { Relief } from '../renderer/relief.ts'

export type Basting = {
  line: Polyline
  stitchCm: number
  gapCm: number
  radiusCm: number
  thread: Material
  /** Hands are not machines: another number gives other lengths, gaps and angles. */
  seed: number
}

const riseCm = 0.12
/** Largest departure of a stitch or gap from its length, as a share of it. */
const unsteadiness = 0.25
const sidewaysCm = 0.04

/** Holds a seam with long white stitches, each a little different, and leaves the end of the thread hanging. */
export function baste(relief: Relief, basting: Basting): void {
  const material = relief.add(basting.thread)
  const { at, lengthCm } = walkAlong(basting.line)
  let startCm = 0
  for (let stitch = 0; startCm < lengthCm - basting.stitchCm * 0.6; stitch++) {
    const chance = (what: number): number => latticeNoise(stitch, what, basting.seed) - 0.5
    const endCm = Math.min(lengthCm, startCm + basting.stitchCm * (1 + 2 * unsteadiness * chance(1)))
    const aside: Point = [chance(2) * 2 * sidewaysCm, chance(3) * 2 * sidewaysCm]
    const [fromX, fromY] = at(startCm)
    const [toX, toY] = at(endCm)
    relief.layStick(
      [fromX + aside[0], fromY + aside[1]],
      [toX - aside[0], toY - aside[1]],
      basting.radiusCm,
      riseCm,
      material,
    )
    startCm = endCm + basting.gapCm * (1 + 2 * unsteadiness * chance(4))
  }
}

/** A loose end of thread, as many short sticks along a curve. */
export function layLooseEnd(relief: Relief, line: Polyline, radiusCm: number, thread: Material): void {
  const material = relief.add(thread)
  const { at, lengthCm } = walkAlong(line)
  const pieceCm = radiusCm * 2.4
  for (let startCm = 0; startCm < lengthCm - pieceCm / 2; startCm += pieceCm * 0.55) {
    relief.layStick(at(startCm), at(Math.min(lengthCm, startCm + pieceCm)), radiusCm, riseCm * 0.5, material)
  }
}

/** The point after a given length of a line. */
function walkAlong(line: Polyline): { at: (cm: number) => Point; lengthCm: number } {
  const reached: number[] = [0]
  for (let index = 1; index < line.length; index++) {
    const [fromX, fromY] = line[index - 1] ?? [0, 0]
    const [toX, toY] = line[index] ?? [0, 0]
    reached.push((reached.at(-1) ?? 0) + Math.hypot(toX - fromX, toY - fromY))
  }
  const at = (cm: number): Point => {
    const next = Math.max(
      1,
      reached.findIndex((length) => length >= cm),
    )
    const from = line[next - 1] ?? [0, 0]
    const to = line[next] ?? from
    const start = reached[next - 1] ?? 0
    const share = (cm - start) / Math.max(1e-6, (reached[next] ?? start) - start)
    return [mix(from[0], to[0], share), mix(from[1], to[1], share)]
  }
  return { at, lengthCm: reached.at(-1) ?? 0 }
}
