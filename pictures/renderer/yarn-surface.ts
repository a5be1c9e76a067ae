import type { Cloth } from './cloths.ts'
import { type Light, lightOf } from './colour.ts'
import { latticeNoise, smoothNoise } from './noise.ts'
import { clamp, mix, wrap } from './numbers.ts'

/** The topmost yarn at one point of a cloth. Lengths are in pitches, the spacing of the yarns. */
export type YarnPoint = {
  height: number
  slopeU: number
  slopeV: number
  red: number
  green: number
  blue: number
  /** Direction of the yarn; its third part is `rise`. */
  alongU: number
  alongV: number
  rise: number
}

/** How far a yarn swings up and down between its neighbours, and how thick it is. */
const crimpPitches = 0.34
const radiusPitches = 0.42

/** Nothing but shadow between two yarns that do not touch. */
const gapHeight = -0.8

/** One of the two families of yarn: the ends run along v, the picks along u. */
type Family = {
  isWarp: boolean
  count: number
  colours: Light[]
  /** Periods of the slow unevenness along a yarn. They are whole numbers, so that the tile repeats. */
  wander: number
  slub: number
  crossings: number
  seed: number
}

function familyOf(cloth: Cloth, isWarp: boolean): Family {
  const crossings = isWarp ? cloth.tile.picks : cloth.tile.ends
  return {
    isWarp,
    count: isWarp ? cloth.tile.ends : cloth.tile.picks,
    colours: (isWarp ? cloth.warp : cloth.weft).map(lightOf),
    wander: Math.max(1, Math.round(crossings * 0.18)),
    slub: Math.max(1, Math.round(crossings * 0.36)),
    crossings,
    seed: isWarp ? 3 : 7,
  }
}

/** Looks at a cloth from above, one point at a time. */
export class YarnSurface {
  readonly point: YarnPoint = {
    height: 0,
    slopeU: 0,
    slopeV: 0,
    red: 0,
    green: 0,
    blue: 0,
    alongU: 0,
    alongV: 0,
    rise: 0,
  }
  private readonly cloth: Cloth
  private readonly families: Family[]

  constructor(cloth: Cloth) {
    this.cloth = cloth
    this.families = [familyOf(cloth, true), familyOf(cloth, false)]
  }

  /** Finds the topmost yarn; the result stays in `point` until the next call. */
  lookAt(u: number, v: number): YarnPoint {
    const point = this.point
    point.height = gapHeight
    point.slopeU = 0
    point.slopeV = 0
    point.red = point.green = point.blue = 0.004
    for (const family of this.families) this.meet(family, u, v)
    return point
  }

  private meet(family: Family, u: number, v: number): void {
    const across = family.isWarp ? u : v
    const along = family.isWarp ? v : u
    const nearest = Math.floor(across)
    const swing = 0.16 * (this.cloth.unevenness ?? 1)
    const wanderAt = (along * family.wander) / family.crossings
    const slubAt = (along * family.slub) / family.crossings
    const reach = 0.5 * this.cloth.cover * 1.14 + swing / 2
    for (let index = nearest - 1; index <= nearest + 1; index++) {
      if (Math.abs(across - index - 0.5) >= reach) continue
      const yarn = wrap(index, family.count)
      const centre =
        index + 0.5 + (smoothNoise(wanderAt, yarn * 7 + 3, family.seed, family.wander) - 0.5) * swing
      const thickness = 1 + (smoothNoise(slubAt, yarn * 3 + 1, family.seed + 2, family.slub) - 0.5) * 0.28
      const halfWidth = 0.5 * this.cloth.cover * thickness
      const offset = (across - centre) / halfWidth
      if (offset <= -1 || offset >= 1) continue
      const before = Math.floor(along - 0.5)
      const share = along - 0.5 - before
      const levelBefore = this.isOver(family, index, before) ? 1 : -1
      const levelAfter = this.isOver(family, index, before + 1) ? 1 : -1
      const turn = levelAfter - levelBefore
      const level = levelBefore + (turn * (1 - Math.cos(Math.PI * share))) / 2
      const round = Math.sqrt(1 - offset * offset)
      // A float that passes over two neighbours is not pressed down between them and arches a little.
      const arch = levelBefore > 0 && levelAfter > 0 ? 0.05 * Math.sin(Math.PI * share) : 0
      const height = crimpPitches * level + radiusPitches * round + arch
      if (height <= this.point.height) continue
      const rise = ((crimpPitches * turn * Math.PI) / 2) * Math.sin(Math.PI * share)
      this.take(family, yarn, along, slubAt, offset, halfWidth, round, height, rise)
    }
  }

  private isOver(family: Family, index: number, crossing: number): boolean {
    const { endIsOver } = this.cloth.weave
    return family.isWarp ? endIsOver(index, crossing) : !endIsOver(crossing, index)
  }

  private take(
    family: Family,
    yarn: number,
    along: number,
    slubAt: number,
    offset: number,
    halfWidth: number,
    round: number,
    height: number,
    rise: number,
  ): void {
    const { point } = this
    // Fibres wind round the yarn: noise in a coordinate that turns with it, stretched lengthwise. Warp and weft
    // are spun in opposite directions. The yarn's own number keeps neighbours different.
    const winding = (Math.asin(offset) / (Math.PI / 2)) * 2.2 + along * (family.isWarp ? 1.15 : -1.15)
    const lengthwise = family.crossings
    const fibre =
      0.5 * smoothNoise(winding * 2.4, along * 0.5 + yarn * 31, family.seed + 11) +
      0.5 * smoothNoise(winding * 6, along + yarn * 53, family.seed + 13, 0, 0)
    const ownTone = (latticeNoise(yarn, family.seed, 91) - 0.5) * 0.16
    const slubTone = (smoothNoise(slubAt, yarn * 2 + 1, family.seed + 17, family.slub) - 0.5) * 0.22
    const tone = (1 + ownTone + slubTone) * (0.62 + 0.74 * mix(fibre, 0.5, seamBlend(along, lengthwise)))
    const sideSlope = clamp((-radiusPitches * offset) / Math.max(round, 0.25) / halfWidth, -2.4, 2.4)
    const slopeAcross = sideSlope + (fibre - 0.5) * 0.5
    const colour = family.colours[yarn % family.colours.length] ?? [0, 0, 0]
    point.height = height
    point.rise = rise
    point.slopeU = family.isWarp ? slopeAcross : rise
    point.slopeV = family.isWarp ? rise : slopeAcross
    point.alongU = family.isWarp ? 0 : 1
    point.alongV = family.isWarp ? 1 : 0
    point.red = colour[0] * tone
    point.green = colour[1] * tone
    point.blue = colour[2] * tone
  }
}

/** Fibres do not repeat with the tile; they fade to their mean within a third of a pitch of its edge. */
function seamBlend(along: number, crossings: number): number {
  const position = wrap(along, crossings)
  const distance = Math.min(position, crossings - position)
  return 1 - clamp(distance / 0.35)
}
