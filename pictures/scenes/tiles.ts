import type { Cloth } from '../renderer/cloths.ts'
import type { LitPicture } from '../renderer/light.ts'
import { weaveCloth } from '../renderer/weave-cloth.ts'

const samplesPerPx = 3

/**
 * A piece of cloth lying flat, which repeats without a seam.
 *
 * @param exposure - darker than 1 for a ground that text will stand on.
 */
export function renderTile(cloth: Cloth, pxPerPitch: number, exposure = 1): LitPicture {
  const { widthPx, heightPx, lit } = weaveCloth(cloth, pxPerPitch, samplesPerPx)
  return {
    widthPx,
    heightPx,
    colour: lit.map((light) => light * exposure),
    alpha: new Float32Array(widthPx * heightPx).fill(1),
  }
}
