import type { Cloth } from './cloths.ts'
import { addLooseFibres, mill } from './finish-cloth.ts'
import { smoothNoise } from './noise.ts'
import { clamp, smoothstep } from './numbers.ts'
import { halfway, unit } from './vectors.ts'
import type { WovenPiece } from './woven-piece.ts'
import { YarnSurface } from './yarn-surface.ts'

const toLight = unit(-0.55, -0.6, 0.62)
const glint = halfway(toLight)

/** Noise features per pitch in the two layers of fuzz. Whole numbers, so that the tile repeats. */
const coarseFuzz = 5
const fineFuzz = 13

/** Weaves a piece yarn by yarn. `samplesPerPx` is the number of samples along each side of a pixel. */
export function weaveCloth(cloth: Cloth, pxPerPitch: number, samplesPerPx: number): WovenPiece {
  const { ends, picks } = cloth.tile
  const widthPx = Math.round(ends * pxPerPitch)
  const heightPx = Math.round(picks * pxPerPitch)
  const area = widthPx * heightPx
  const piece: WovenPiece = {
    widthPx,
    heightPx,
    ends,
    picks,
    lit: new Float32Array(area * 3),
    albedo: new Float32Array(area * 3),
    tiltX: new Float32Array(area),
    tiltY: new Float32Array(area),
    openness: new Float32Array(area),
  }
  const surface = new YarnSurface(cloth)
  // Moving the point looked at, rather than the yarn, gives the outlines their hair: bricks become wool.
  const fuzz = 0.1 + 0.34 * cloth.hairiness
  const stray = (u: number, v: number, features: number, seed: number): number =>
    smoothNoise(u * features, v * features, seed, ends * features, picks * features) - 0.5
  const weight = 1 / samplesPerPx ** 2
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const pixel = y * widthPx + x
      for (let sample = 0; sample < samplesPerPx ** 2; sample++) {
        const u = (x + ((sample % samplesPerPx) + 0.5) / samplesPerPx) / pxPerPitch
        const v = (y + (Math.floor(sample / samplesPerPx) + 0.5) / samplesPerPx) / pxPerPitch
        const point = surface.lookAt(
          u + fuzz * (stray(u, v, coarseFuzz, 201) + 0.8 * stray(u, v, fineFuzz, 203)),
          v + fuzz * (stray(u, v, coarseFuzz, 207) + 0.8 * stray(u, v, fineFuzz, 209)),
        )
        const slopeU = -0.8 * point.slopeU
        const slopeV = -0.8 * point.slopeV
        const up = 1 / Math.hypot(slopeU, slopeV, 1)
        const open = clamp(0.3 + 0.7 * smoothstep(-0.45, 0.72, point.height))
        const facing = (slopeU * toLight[0] + slopeV * toLight[1] + toLight[2]) * up
        const diffuse = Math.max(0, facing + 0.15) / 1.15
        const shine = cloth.lustre * open * yarnShine(point, slopeU * up, slopeV * up, up)
        const light = (0.3 + 1.05 * diffuse) * open
        addTo(
          piece.lit,
          pixel,
          point.red * light + shine,
          point.green * light + shine,
          point.blue * light + shine,
          weight,
        )
        addTo(piece.albedo, pixel, point.red, point.green, point.blue, weight)
        piece.tiltX[pixel] = (piece.tiltX[pixel] ?? 0) + slopeU * up * weight
        piece.tiltY[pixel] = (piece.tiltY[pixel] ?? 0) + slopeV * up * weight
        piece.openness[pixel] = (piece.openness[pixel] ?? 0) + open * weight
      }
    }
  }
  addLooseFibres(piece, cloth)
  if (cloth.milled) mill(piece)
  return piece
}

/** Yarn shines in a line across its direction, as hair does, and once more where it faces the light squarely. */
function yarnShine(
  point: { alongU: number; alongV: number; rise: number },
  normalX: number,
  normalY: number,
  normalZ: number,
): number {
  const length = Math.hypot(1, point.rise)
  const lengthwise = (point.alongU * glint[0] + point.alongV * glint[1] + point.rise * glint[2]) / length
  const facing = Math.max(0, normalX * glint[0] + normalY * glint[1] + normalZ * glint[2])
  return 0.2 * Math.max(0, 1 - lengthwise ** 2) ** 14 * facing ** 2 + 0.14 * facing ** 24
}

function addTo(
  map: Float32Array,
  pixel: number,
  red: number,
  green: number,
  blue: number,
  weight: number,
): void {
  const at = pixel * 3
  map[at] = (map[at] ?? 0) + red * weight
  map[at + 1] = (map[at + 1] ?? 0) + green * weight
  map[at + 2] = (map[at + 2] ?? 0) + blue * weight
}
