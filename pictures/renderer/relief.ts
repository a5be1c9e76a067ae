import { distanceToLine, insideOf } from './distance.ts'
import { boxAround, type Grid, pixelAt, xOf, yOf } from './grid.ts'
import type { Material } from './material.ts'
import { clamp } from './numbers.ts'
import { type NumericMap, read } from './numeric-map.ts'
import type { Point, Polyline } from './outline.ts'

/** Place on a shape: where it is, how far inside its own edge, and which pixel. */
export type ShapePlace = { x: number; y: number; edgeCm: number; pixel: number }

/** Coordinates on the cloth in centimetres, and the angle of its grain to the upright in radians. */
export type ClothPlace = readonly [u: number, v: number, angle: number]

export type Shape = {
  /** A closed outline, or a mask where no outline would do. */
  area: Polyline | Uint8Array
  material: Material
  /** Height towards the viewer in centimetres. */
  heightCm: (place: ShapePlace) => number
  /** Distances to the edge are exact up to this. */
  edgeReachCm?: number
  /** Where on the cloth a point was cut from; straight down when left out. */
  cutFrom?: (x: number, y: number) => ClothPlace
  /** Light that reaches this place, for hollows the studio's own light cannot know of. 1 when left out. */
  lightShare?: (x: number, y: number) => number
}

/** Steeper than this is an edge, not a surface, and would only flicker. */
const steepest = 4

/**
 * A picture seen from the front as a stack of shapes, painted back to front.
 *
 * Only one surface is visible at each pixel, so height, slope, material and cloth coordinates per pixel are all the
 * light needs to know.
 */
export class Relief {
  readonly grid: Grid
  readonly heightCm: NumericMap
  readonly slopeX: NumericMap
  readonly slopeY: NumericMap
  readonly clothU: NumericMap
  readonly clothV: NumericMap
  readonly clothAngle: NumericMap
  readonly lightShare: NumericMap
  /** Index into `materials`, -1 on bare ground. */
  readonly materialAt: Int16Array
  readonly materials: Material[] = []

  constructor(grid: Grid, groundHeightCm: number) {
    const area = grid.widthPx * grid.heightPx
    this.grid = grid
    this.heightCm = new Float32Array(area).fill(groundHeightCm)
    this.slopeX = new Float32Array(area)
    this.slopeY = new Float32Array(area)
    this.clothU = new Float32Array(area)
    this.clothV = new Float32Array(area)
    this.clothAngle = new Float32Array(area)
    this.lightShare = new Float32Array(area).fill(1)
    this.materialAt = new Int16Array(area).fill(-1)
  }

  heightAt(x: number, y: number): number {
    return read(this.heightCm, pixelAt(this.grid, x, y))
  }

  /** Lays a shape on top of everything painted so far. */
  lay(shape: Shape): void {
    const { grid } = this
    const { area } = shape
    const isMask = area instanceof Uint8Array
    const inside = isMask ? area : insideOf(grid, area)
    const edge = isMask ? undefined : distanceToLine(grid, area, shape.edgeReachCm ?? 1, true).distanceCm
    const box = isMask ? wholeGrid(grid) : boxAround(grid, area, 2 / grid.pxPerCm)
    const own = new Float32Array(inside.length)
    const place: ShapePlace = { x: 0, y: 0, edgeCm: 1, pixel: 0 }
    this.visit(box, (x, y, pixel) => {
      // Heights are wanted one pixel beyond the edge too: slopes come from the shape itself, never across its edge.
      place.x = x
      place.y = y
      place.pixel = pixel
      place.edgeCm = edge ? (read(inside, pixel) ? read(edge, pixel) : 0) : 1
      own[pixel] = shape.heightCm(place)
    })
    const material = this.add(shape.material)
    const perStep = grid.pxPerCm / 2
    const below = grid.widthPx
    this.visit(box, (x, y, pixel) => {
      if (!read(inside, pixel)) return
      this.heightCm[pixel] = read(own, pixel)
      // On the border of the picture a neighbour is missing, and half the slope is better than none.
      const column = pixel % grid.widthPx
      const left = column > 0 ? pixel - 1 : pixel
      const right = column + 1 < grid.widthPx ? pixel + 1 : pixel
      const above = pixel >= below ? pixel - below : pixel
      const under = pixel + below < own.length ? pixel + below : pixel
      this.slopeX[pixel] = clamp((read(own, right) - read(own, left)) * perStep, -steepest, steepest)
      this.slopeY[pixel] = clamp((read(own, under) - read(own, above)) * perStep, -steepest, steepest)
      const [u, v, angle] = shape.cutFrom?.(x, y) ?? [x, y, 0]
      this.clothU[pixel] = u
      this.clothV[pixel] = v
      this.clothAngle[pixel] = angle
      this.lightShare[pixel] = shape.lightShare?.(x, y) ?? 1
      this.materialAt[pixel] = material
    })
  }

  /** Gives the pixels chosen another material and leaves their shape alone: a mark drawn on what lies there. */
  paint(material: Material, chosen: (pixel: number) => boolean): void {
    const index = this.add(material)
    for (let pixel = 0; pixel < this.materialAt.length; pixel++) {
      if (chosen(pixel)) this.materialAt[pixel] = index
    }
  }

  /** Lays a short round stick, such as a stitch, along whatever is there; both ends sink into it. */
  layStick(from: Point, to: Point, radiusCm: number, riseCm: number, material: number): void {
    const { grid } = this
    const spanX = to[0] - from[0]
    const spanY = to[1] - from[1]
    const lengthCm = Math.hypot(spanX, spanY)
    const angle = Math.atan2(spanY, spanX)
    this.visit(boxAround(grid, [from, to], radiusCm), (x, y, pixel) => {
      if (read(this.materialAt, pixel) < 0) return
      const share = clamp(((x - from[0]) * spanX + (y - from[1]) * spanY) / lengthCm ** 2)
      const awayX = x - from[0] - share * spanX
      const awayY = y - from[1] - share * spanY
      const away = Math.hypot(awayX, awayY) / radiusCm
      if (away >= 1) return
      const arch = Math.sin(Math.PI * clamp(share, 0.05, 0.95))
      this.heightCm[pixel] =
        read(this.heightCm, pixel) + riseCm * Math.sqrt(1 - away * away) * (0.35 + 0.65 * arch)
      this.slopeX[pixel] = read(this.slopeX, pixel) * 0.4 - (awayX / radiusCm) * 1.1
      this.slopeY[pixel] = read(this.slopeY, pixel) * 0.4 - (awayY / radiusCm) * 1.1
      this.clothU[pixel] = share * lengthCm
      this.clothV[pixel] = (awayX * spanY - awayY * spanX) / lengthCm / radiusCm
      this.clothAngle[pixel] = angle
      this.lightShare[pixel] = 0.7 + 0.3 * arch
      this.materialAt[pixel] = material
    })
  }

  /** Registers a material and returns its index. */
  add(material: Material): number {
    const known = this.materials.indexOf(material)
    return known < 0 ? this.materials.push(material) - 1 : known
  }

  private visit(
    box: { left: number; top: number; right: number; bottom: number },
    each: (x: number, y: number, pixel: number) => void,
  ): void {
    for (let row = box.top; row <= box.bottom; row++) {
      const y = yOf(this.grid, row)
      for (let column = box.left; column <= box.right; column++) {
        each(xOf(this.grid, column), y, row * this.grid.widthPx + column)
      }
    }
  }
}

const wholeGrid = (grid: Grid) => ({ left: 0, top: 0, right: grid.widthPx - 1, bottom: grid.heightPx - 1 })
