import * as jacket from '../outlines/jacket.ts'
import { distanceToLine } from '../renderer/distance.ts'
import type { Material } from '../renderer/material.ts'
import { edgeRoll, hill, mix, smoothstep } from '../renderer/numbers.ts'
import { type NumericMap, read } from '../renderer/numeric-map.ts'
import { mirrored, outline, type Polyline, turned } from '../renderer/outline.ts'
import type { ClothPlace, Relief, ShapePlace } from '../renderer/relief.ts'
import { drapeCm, torsoHeightCm } from './torso.ts'

type Lapel = 'notch' | 'peak' | 'shawl'

export type FrontTailoring = {
  cloth: Material
  lapel: Lapel
  /** What lapel and collar are faced with, when it is not the cloth itself. */
  facing?: Material
  /** Stands in the breast pocket. */
  pocketSquare?: Material
}

/** Turned edge of a cloth, and the flatter one of satin: more would look embossed. */
const clothEdge = { radiusCm: 0.24, riseCm: 0.24, rollRadiusCm: 1.3 }
const satinEdge = { radiusCm: 0.3, riseCm: 0.1, rollRadiusCm: 2.3 }

/** The left front closes over the right one. */
const overlapCm = 0.35
/** Lapel and collar lie this much above the front. */
const lapelLiftCm = 0.62
const lapelGrain = 0.4
const collarGrain = 1.52

/** Sews one front with its seams, pockets, lapel and collar. The wearer's left is the viewer's right. */
export function sewFront(relief: Relief, side: 'left' | 'right', tailoring: FrontTailoring): void {
  new FrontPanel(relief, side, tailoring).sew()
}

/** Works in the coordinates of the wearer's left front; the right one is its mirror image. */
class FrontPanel {
  private readonly relief: Relief
  private readonly tailoring: FrontTailoring
  private readonly sign: 1 | -1
  private readonly seed: number
  private readonly liftCm: number
  private readonly facing: Material
  private readonly edge: typeof clothEdge
  private readonly toRollLine: NumericMap

  constructor(relief: Relief, side: 'left' | 'right', tailoring: FrontTailoring) {
    this.relief = relief
    this.tailoring = tailoring
    this.sign = side === 'left' ? 1 : -1
    this.seed = side === 'left' ? 1.3 : 4.1
    this.liftCm = side === 'left' ? overlapCm : 0
    this.facing = tailoring.facing ?? tailoring.cloth
    this.edge = this.facing.mirrors ? satinEdge : clothEdge
    this.toRollLine = this.distanceTo(jacket.rollLine, 9)
  }

  sew(): void {
    this.layPanel()
    this.layHipPocket()
    if (this.sign > 0) this.layBreastPocket()
    if (this.tailoring.lapel === 'shawl') this.layShawl()
    else this.layLapelAndCollar()
  }

  private shape(pathData: string): Polyline {
    const points = outline(pathData)
    return this.sign > 0 ? points : mirrored(points)
  }

  private distanceTo(pathData: string, reachCm: number): NumericMap {
    return distanceToLine(this.relief.grid, this.shape(pathData), reachCm).distanceCm
  }

  /** Height of the front itself. */
  private base(x: number, y: number): number {
    return torsoHeightCm(x, y) + drapeCm(x, y, this.seed) + this.liftCm
  }

  /** Lays a piece given in left-front coordinates. */
  private lay(
    area: Polyline,
    material: Material,
    heightCm: (place: ShapePlace) => number,
    cutFrom: (x: number, y: number) => ClothPlace,
    edgeReachCm = 1,
  ): void {
    const { sign } = this
    const own: ShapePlace = { x: 0, y: 0, edgeCm: 0, pixel: 0 }
    this.relief.lay({
      area,
      material,
      edgeReachCm,
      heightCm: (place) => {
        own.x = sign * place.x
        own.y = place.y
        own.edgeCm = place.edgeCm
        own.pixel = place.pixel
        return heightCm(own)
      },
      cutFrom: (x, y) => {
        const [u, v, angle] = cutFrom(sign * x, y)
        // The two fronts are cut from different places, so a check never mirrors exactly.
        return [sign * u + (sign < 0 ? 0.6 : 0), v, sign * angle]
      },
    })
  }

  /** The grain hangs straight down but is drawn in at the waist and follows the chest. */
  private readonly cutFront = (x: number, y: number): ClothPlace => {
    const waist = hill(y - 44, 16)
    const drawnIn = (12.6 - x) * 0.05 * waist
    const chest = 0.016 * (20 - y) * smoothstep(24, 6, y)
    return [x + drawnIn + chest, y, 0]
  }

  private layPanel(): void {
    const toDart = this.distanceTo(jacket.dart, 1.2)
    const toShoulder = this.distanceTo(jacket.shoulderSeam, 1)
    const toArmhole = this.distanceTo(jacket.armhole, 2)
    this.lay(
      this.shape(jacket.front),
      this.tailoring.cloth,
      ({ x, y, edgeCm, pixel }) => {
        const armhole = read(toArmhole, pixel)
        const seams =
          seamGroove(read(toDart, pixel), 0.22) +
          1.2 * seamGroove(read(toShoulder, pixel), 0.22) +
          1.4 * seamGroove(armhole, 0.3)
        const beforeArmhole = 0.25 * hill(armhole - 0.8, 0.7)
        return this.base(x, y) + 0.3 * edgeRoll(edgeCm, 0.3) + seams + beforeArmhole
      },
      this.cutFront,
    )
  }

  private layHipPocket(): void {
    const { cloth } = this.tailoring
    this.lay(
      this.shape(jacket.pocketFlap),
      cloth,
      ({ x, y, edgeCm }) =>
        this.base(x, y) + 0.4 + 0.16 * edgeRoll(edgeCm, 0.25) + 0.2 * smoothstep(56, 61.5, y),
      this.cutFront,
    )
    this.lay(
      this.shape(jacket.pocketPiping),
      cloth,
      ({ x, y, edgeCm }) => this.base(x, y) + 0.62 + 0.22 * edgeRoll(edgeCm, 0.3),
      this.cutFront,
    )
  }

  private layBreastPocket(): void {
    const { cloth, pocketSquare } = this.tailoring
    if (pocketSquare) {
      this.lay(
        this.shape(jacket.pocketSquare),
        pocketSquare,
        ({ x, y, edgeCm }) => {
          const pleats =
            0.34 * Math.abs(Math.sin((x - 8.3 + (26 - y) * 0.12) * 0.86)) * smoothstep(26.5, 22, y)
          const creases = 0.09 * Math.sin(x * 3.1 + y * 0.8)
          return this.base(x, y) + 0.3 + 0.2 * edgeRoll(edgeCm, 0.25) + pleats + creases
        },
        (x, y) => [x, y, -0.15],
      )
    }
    this.lay(
      this.shape(jacket.breastPocket),
      cloth,
      ({ x, y, edgeCm }) => this.base(x, y) + 0.36 + 0.24 * edgeRoll(edgeCm, 0.28),
      (x, y) => [...turned(x, y, -0.03), 0],
    )
  }

  private layLapelAndCollar(): void {
    const toGorge = this.distanceTo(jacket.gorge, 1)
    this.lay(
      this.shape(this.tailoring.lapel === 'peak' ? jacket.peakLapel : jacket.lapel),
      this.facing,
      (place) => this.lapelHeight(place) + seamGroove(read(toGorge, place.pixel), 0.16),
      (x, y) => [...turned(x, y, -lapelGrain), lapelGrain],
    )
    this.lay(
      this.shape(jacket.collar),
      this.facing,
      (place) => {
        const downTheFront = 0.85 * smoothstep(8, 13, place.y)
        return (
          mix(this.collarHeight(place), this.lapelHeight(place) + 0.06, downTheFront) +
          seamGroove(read(toGorge, place.pixel), 0.16)
        )
      },
      (x, y) => [...turned(x, y, -collarGrain + 0.64), collarGrain - 0.64],
    )
  }

  private layShawl(): void {
    this.lay(
      this.shape(jacket.shawlCollar),
      this.facing,
      (place) => mix(this.collarHeight(place), this.lapelHeight(place), smoothstep(7, 15, place.y)),
      (x, y) => {
        const angle = mix(-0.18, 0.52, smoothstep(4, 34, y))
        return [...turned(x, y, -angle), angle]
      },
    )
  }

  /** The lapel turns over at the roll line, lies on the chest, and its belly stands off a little. */
  private lapelHeight({ x, y, edgeCm, pixel }: ShapePlace): number {
    const toRoll = read(this.toRollLine, pixel)
    const turn = 1.15 * edgeRoll(toRoll, this.edge.rollRadiusCm) * hill(toRoll, 4.2) * smoothstep(46, 36, y)
    const belly = 0.34 * hill(x - 10, 5.7) * hill(y - 27, 11.3) * smoothstep(1, 7, toRoll)
    return (
      this.base(x, y) +
      lapelLiftCm * smoothstep(46, 40, y) +
      this.edge.riseCm * edgeRoll(edgeCm, this.edge.radiusCm) +
      turn +
      belly
    )
  }

  /** The collar leaf falls away towards the back of the neck. */
  private collarHeight({ x, y, edgeCm, pixel }: ShapePlace): number {
    const toRoll = read(this.toRollLine, pixel)
    const ground = mix(torsoHeightCm(9.5, 7) + this.liftCm, this.base(x, y), smoothstep(3, 12, y))
    return (
      ground +
      lapelLiftCm +
      this.edge.riseCm * edgeRoll(edgeCm, this.edge.radiusCm) +
      1.15 * edgeRoll(toRoll, this.edge.rollRadiusCm + 0.1) * hill(toRoll, 4.5) -
      0.55 * smoothstep(5, -1, y)
    )
  }
}

/** A pressed seam: a groove with a slight swelling on both sides, where the allowances lie. */
const seamGroove = (distanceCm: number, widthCm: number): number =>
  -0.16 * hill(distanceCm, widthCm) + 0.05 * hill(distanceCm - widthCm * 2.2, widthCm * 1.6)
