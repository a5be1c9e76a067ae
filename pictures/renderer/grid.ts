/** The raster of a picture: which part of the world, in centimetres, and how finely. */
export type Grid = {
  leftCm: number
  topCm: number
  pxPerCm: number
  widthPx: number
  heightPx: number
}

export function gridOver(
  box: { x: number; y: number; width: number; height: number },
  pxPerCm: number,
): Grid {
  return {
    leftCm: box.x,
    topCm: box.y,
    pxPerCm,
    widthPx: Math.round(box.width * pxPerCm),
    heightPx: Math.round(box.height * pxPerCm),
  }
}

/** Centre of a pixel column, in centimetres. */
export const xOf = (grid: Grid, column: number): number => grid.leftCm + (column + 0.5) / grid.pxPerCm

/** Centre of a pixel row, in centimetres. */
export const yOf = (grid: Grid, row: number): number => grid.topCm + (row + 0.5) / grid.pxPerCm

const columnOf = (grid: Grid, xCm: number): number => (xCm - grid.leftCm) * grid.pxPerCm

const rowOf = (grid: Grid, yCm: number): number => (yCm - grid.topCm) * grid.pxPerCm

/** The pixel under a point, moved to the nearest edge when the point lies outside. */
export function pixelAt(grid: Grid, xCm: number, yCm: number): number {
  const column = Math.min(grid.widthPx - 1, Math.max(0, Math.round(columnOf(grid, xCm))))
  const row = Math.min(grid.heightPx - 1, Math.max(0, Math.round(rowOf(grid, yCm))))
  return row * grid.widthPx + column
}

/** A rectangle of pixels; the last column and row belong to it. */
export type PixelBox = { left: number; top: number; right: number; bottom: number }

/** The pixels within `reachCm` of a set of points, cut to the grid. */
export function boxAround(
  grid: Grid,
  points: readonly (readonly [number, number])[],
  reachCm: number,
): PixelBox {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return {
    left: Math.max(0, Math.floor(columnOf(grid, left - reachCm))),
    top: Math.max(0, Math.floor(rowOf(grid, top - reachCm))),
    right: Math.min(grid.widthPx - 1, Math.ceil(columnOf(grid, right + reachCm))),
    bottom: Math.min(grid.heightPx - 1, Math.ceil(rowOf(grid, bottom + reachCm))),
  }
}
