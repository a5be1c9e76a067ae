import { boxAround, type Grid, xOf, yOf } from './grid.ts'
import { clamp } from './numbers.ts'
import { type NumericMap, read } from './numeric-map.ts'
import type { Polyline } from './outline.ts'

/** How far each pixel lies from a line, and how far along the line its nearest point is. */
export type DistanceMap = {
  /** Exact up to the reach asked for, and equal to it beyond. */
  distanceCm: NumericMap
  alongCm: NumericMap
  lengthCm: number
  /** On which side of the line a pixel lies: 1 is to the right of someone walking along it, -1 to the left. */
  side: Int16Array
}

export function distanceToLine(grid: Grid, line: Polyline, reachCm: number, closed = false): DistanceMap {
  const area = grid.widthPx * grid.heightPx
  const distanceCm = new Float32Array(area).fill(reachCm)
  const alongCm = new Float32Array(area)
  const side = new Int16Array(area)
  let travelledCm = 0
  const corners = closed ? [...line, ...line.slice(0, 1)] : line
  for (let corner = 1; corner < corners.length; corner++) {
    const from = corners[corner - 1]
    const to = corners[corner]
    if (!from || !to) continue
    const spanX = to[0] - from[0]
    const spanY = to[1] - from[1]
    const lengthSquared = spanX * spanX + spanY * spanY
    if (lengthSquared < 1e-9) continue
    const box = boxAround(grid, [from, to], reachCm)
    for (let row = box.top; row <= box.bottom; row++) {
      const y = yOf(grid, row) - from[1]
      for (let column = box.left; column <= box.right; column++) {
        const x = xOf(grid, column) - from[0]
        const share = clamp((x * spanX + y * spanY) / lengthSquared)
        const away = Math.sqrt((x - share * spanX) ** 2 + (y - share * spanY) ** 2)
        const pixel = row * grid.widthPx + column
        if (away >= read(distanceCm, pixel)) continue
        distanceCm[pixel] = away
        alongCm[pixel] = travelledCm + share * Math.sqrt(lengthSquared)
        side[pixel] = spanX * y - spanY * x > 0 ? 1 : -1
      }
    }
    travelledCm += Math.sqrt(lengthSquared)
  }
  return { distanceCm, alongCm, lengthCm: travelledCm, side }
}

/** 1 inside a closed outline, 0 outside. */
export function insideOf(grid: Grid, line: Polyline): Uint8Array {
  const inside = new Uint8Array(grid.widthPx * grid.heightPx)
  for (let row = 0; row < grid.heightPx; row++) {
    const crossings = crossingsAt(line, yOf(grid, row)).sort((a, b) => a - b)
    for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
      const toColumn = (x: number): number => (x - grid.leftCm) * grid.pxPerCm - 0.5
      const first = Math.max(0, Math.ceil(toColumn(crossings[pair] ?? 0)))
      const last = Math.min(grid.widthPx - 1, Math.floor(toColumn(crossings[pair + 1] ?? 0)))
      if (last >= first) inside.fill(1, row * grid.widthPx + first, row * grid.widthPx + last + 1)
    }
  }
  return inside
}

/** Where a closed outline crosses a height, as x coordinates in no particular order. */
export function crossingsAt(line: Polyline, y: number): number[] {
  const crossings: number[] = []
  let from = line.at(-1)
  for (const to of line) {
    if (from && from[1] <= y !== to[1] <= y) {
      crossings.push(from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0]))
    }
    from = to
  }
  return crossings
}
