import type { Cloth } from './cloths.ts'
import { lightOf } from './colour.ts'
import { cloudNoise, latticeNoise } from './noise.ts'
import { mix, wrap } from './numbers.ts'
import type { WovenPiece } from './woven-piece.ts'

const stepPx = 0.6

/** Lays loose fibres over the yarns: one to four per crossing, curved, most of them lighter than the cloth. */
export function addLooseFibres(piece: WovenPiece, cloth: Cloth): void {
  const { widthPx, heightPx, ends, picks } = piece
  const pitchPx = widthPx / ends
  const mean = meanColour(cloth)
  const count = Math.round(ends * picks * (0.6 + 3.2 * cloth.hairiness))
  for (let fibre = 0; fibre < count; fibre++) {
    const chance = (what: number): number => latticeNoise(fibre, what, 41)
    let x = chance(1) * widthPx
    let y = chance(2) * heightPx
    let heading = chance(3) * 2 * Math.PI
    const lengthPx = pitchPx * (1 + 2.6 * chance(4))
    const bend = ((chance(5) - 0.5) * 1.6) / pitchPx
    const opacity = (0.05 + 0.16 * chance(6)) * (0.5 + 0.6 * cloth.hairiness)
    const tone = chance(7) < 0.75 ? 2.1 : 0.4
    for (let travelled = 0; travelled < lengthPx; travelled += stepPx) {
      const at = (wrap(Math.round(y), heightPx) * widthPx + wrap(Math.round(x), widthPx)) * 3
      const share = opacity * Math.sin((Math.PI * travelled) / lengthPx) * stepPx
      for (let channel = 0; channel < 3; channel++) {
        const colour = (mean[channel] ?? 0) * tone + 0.012
        piece.lit[at + channel] = mix(piece.lit[at + channel] ?? 0, colour, share)
        piece.albedo[at + channel] = mix(piece.albedo[at + channel] ?? 0, colour, share * 0.7)
      }
      x += Math.cos(heading) * stepPx
      y += Math.sin(heading) * stepPx
      heading += bend * stepPx
    }
  }
}

function meanColour(cloth: Cloth): number[] {
  const yarns = [...cloth.warp, ...cloth.weft].map(lightOf)
  return [0, 1, 2].map((channel) => yarns.reduce((sum, yarn) => sum + (yarn[channel] ?? 0), 0) / yarns.length)
}

/** Felts the face: yarns blur into each other over a fifth of a pitch, and the raised nap is a little cloudy. */
export function mill(piece: WovenPiece): void {
  const { widthPx, heightPx } = piece
  const reach = Math.max(1, Math.round((widthPx / piece.ends) * 0.22))
  for (const map of [piece.lit, piece.albedo]) {
    const before = map.slice()
    for (let y = 0; y < heightPx; y++) {
      for (let x = 0; x < widthPx; x++) {
        const cloud = 0.9 + 0.2 * cloudNoise((x / widthPx) * 6, (y / heightPx) * 6, 9, 3, 6, 6)
        const at = (y * widthPx + x) * 3
        for (let channel = 0; channel < 3; channel++) {
          let sum = 0
          for (let down = -reach; down <= reach; down++) {
            const row = wrap(y + down, heightPx) * widthPx
            for (let right = -reach; right <= reach; right++) {
              sum += before[(row + wrap(x + right, widthPx)) * 3 + channel] ?? 0
            }
          }
          const blurred = sum / (2 * reach + 1) ** 2
          map[at + channel] = mix(before[at + channel] ?? 0, blurred, 0.55) * cloud
        }
      }
    }
  }
}
