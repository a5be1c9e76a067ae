import type { Cloth } from './cloths.ts'
import { wrap } from './numbers.ts'
import { read } from './numeric-map.ts'
import { weaveCloth } from './weave-cloth.ts'
import type { WovenPiece } from './woven-piece.ts'

/** What a material looks like at one point before any light falls on it. Reused from point to point. */
export type SurfacePoint = {
  red: number
  green: number
  blue: number
  /** Tilt of the fine structure, added to the tilt of the shape. */
  tiltX: number
  tiltY: number
  /** How open the fine structure lies to the sky, 0..1. */
  openness: number
}

export const newSurfacePoint = (): SurfacePoint => ({
  red: 0,
  green: 0,
  blue: 0,
  tiltX: 0,
  tiltY: 0,
  openness: 1,
})

const bakedPxPerPitch = 4
const bakedSamplesPerPx = 2
const pieces = new Map<Cloth, WovenPiece>()

function pieceOf(cloth: Cloth): WovenPiece {
  const known = pieces.get(cloth)
  if (known) return known
  const piece = weaveCloth(cloth, bakedPxPerPitch, bakedSamplesPerPx)
  pieces.set(cloth, piece)
  return piece
}

/** Looks a cloth up by centimetres, blending between the four nearest baked pixels. */
export class ClothMap {
  private readonly piece: WovenPiece
  private readonly pxPerCm: number

  /** @param pitchesPerCm - coarser than life, because real yarn would be finer than a pixel. */
  constructor(cloth: Cloth, pitchesPerCm: number) {
    this.piece = pieceOf(cloth)
    this.pxPerCm = bakedPxPerPitch * pitchesPerCm
  }

  read(uCm: number, vCm: number, into: SurfacePoint): void {
    const { widthPx, heightPx, albedo, tiltX, tiltY, openness } = this.piece
    const x = uCm * this.pxPerCm
    const y = vCm * this.pxPerCm
    const shareX = x - Math.floor(x)
    const shareY = y - Math.floor(y)
    const left = wrap(Math.floor(x), widthPx)
    const top = wrap(Math.floor(y), heightPx) * widthPx
    const right = left + 1 === widthPx ? 0 : left + 1
    const bottom = top + widthPx === widthPx * heightPx ? 0 : top + widthPx
    const a = top + left
    const b = top + right
    const c = bottom + left
    const d = bottom + right
    const weightA = (1 - shareX) * (1 - shareY)
    const weightB = shareX * (1 - shareY)
    const weightC = (1 - shareX) * shareY
    const weightD = shareX * shareY
    const blend = (map: Float32Array): number =>
      read(map, a) * weightA + read(map, b) * weightB + read(map, c) * weightC + read(map, d) * weightD
    const blendColour = (channel: number): number =>
      read(albedo, a * 3 + channel) * weightA +
      read(albedo, b * 3 + channel) * weightB +
      read(albedo, c * 3 + channel) * weightC +
      read(albedo, d * 3 + channel) * weightD
    into.red = blendColour(0)
    into.green = blendColour(1)
    into.blue = blendColour(2)
    into.tiltX = blend(tiltX)
    into.tiltY = blend(tiltY)
    into.openness = blend(openness)
  }
}
