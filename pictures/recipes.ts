import sharp from 'sharp'
import { heightAt, type PictureName, pictureSizes } from '../demo/picture-sizes.ts'
import { developed, encodeSizes, type PictureSize, type RenderedFile } from './encode.ts'
import { iconSvg } from './outlines/icon.ts'
import { type Cloth, chalkStripe, glen, greyHerringbone, navyHerringbone } from './renderer/cloths.ts'
import type { LitPicture } from './renderer/light.ts'
import { renderSpecialOccasion, renderSuit, renderTuxedo } from './scenes/designs.ts'
import { renderHero } from './scenes/hero.ts'
import { composeShare, shareSize } from './scenes/share.ts'
import { renderTable } from './scenes/table.ts'
import { renderTile } from './scenes/tiles.ts'

/** Everything in `rendered/`, by the name under which `npm run pictures -- NAME` makes it. */
export type Recipe = { name: string; make: () => Promise<RenderedFile[]> }

type Quality = { avif: number; webp: number; budgetKb: number; halveHue?: boolean }

/** A picture of the catalogue: rendered larger than shown, then reduced to each width it is offered in. */
function picture(
  name: PictureName,
  render: (pxPerCm: number) => LitPicture,
  pxPerCm: number,
  qualities: Record<number, Omit<Quality, 'budgetKb'>>,
): Recipe {
  const entry = pictureSizes[name]
  const sizes = entry.widths.map((widthPx, index): PictureSize => {
    const quality = qualities[widthPx]
    if (!quality)
      throw new Error(`${name} is offered ${widthPx} px wide, but no quality is set for that width`)
    return {
      widthPx,
      heightPx: heightAt(entry, widthPx),
      avifQuality: quality.avif,
      webpQuality: quality.webp,
      budgetKb: entry.budgetsKb[index] ?? 0,
      halveHue: quality.halveHue ?? false,
    }
  })
  return {
    name,
    make: async () => encodeSizes(name, await developed(render(pxPerCm), name === 'hero-jacket'), sizes),
  }
}

function tile(name: string, cloth: Cloth, pxPerPitch: number, exposure: number, quality: Quality): Recipe {
  const size: PictureSize = {
    widthPx: cloth.tile.ends * pxPerPitch,
    heightPx: cloth.tile.picks * pxPerPitch,
    avifQuality: quality.avif,
    webpQuality: quality.webp,
    budgetKb: quality.budgetKb,
  }
  return {
    name,
    make: async () =>
      encodeSizes(name, await developed(renderTile(cloth, pxPerPitch, exposure), false), [size]),
  }
}

const share: Recipe = {
  name: 'share',
  make: async () => {
    const bytes = await (await composeShare()).jpeg({ quality: 82, mozjpeg: true }).toBuffer()
    return [{ file: 'share.jpg', bytes, ...shareSize, budgetKb: 120 }]
  },
}

const icon: Recipe = {
  name: 'icon',
  make: async () => {
    // A phone rounds the corners itself and shows black where an icon is transparent.
    const drawn = (widthPx: number, cornerRadius: number): Promise<Buffer> =>
      sharp(Buffer.from(iconSvg(cornerRadius)), { density: 300 })
        .resize(widthPx)
        .png({ palette: true })
        .toBuffer()
    return [
      { file: 'icon.svg', bytes: Buffer.from(iconSvg(6)), widthPx: 64, heightPx: 64, budgetKb: 2 },
      { file: 'icon-32.png', bytes: await drawn(32, 6), widthPx: 32, heightPx: 32, budgetKb: 2 },
      { file: 'icon-180.png', bytes: await drawn(180, 0), widthPx: 180, heightPx: 180, budgetKb: 6 },
    ]
  },
}

export const recipes: Recipe[] = [
  picture('hero-jacket', renderHero, 30, {
    350: { avif: 40, webp: 40, halveHue: true },
    460: { avif: 42, webp: 40, halveHue: true },
    640: { avif: 42, webp: 38, halveHue: true },
    860: { avif: 42, webp: 36, halveHue: true },
  }),
  picture('consultation-table', renderTable, 30, {
    640: { avif: 40, webp: 58 },
    960: { avif: 38, webp: 55 },
    1280: { avif: 37, webp: 52 },
  }),
  picture('suit', renderSuit, 30, {
    400: { avif: 42, webp: 34 },
    640: { avif: 38, webp: 28 },
  }),
  picture('tuxedo', renderTuxedo, 30, {
    400: { avif: 48, webp: 60 },
    760: { avif: 46, webp: 58 },
  }),
  picture('special-occasion', renderSpecialOccasion, 30, {
    400: { avif: 48, webp: 60 },
    760: { avif: 46, webp: 58 },
  }),
  tile('cloth-navy', navyHerringbone, 8, 0.62, { avif: 35, webp: 38, budgetKb: 5 }),
  tile('cloth-herringbone', greyHerringbone, 6, 1, { avif: 43, webp: 34, budgetKb: 12 }),
  tile('cloth-chalk-stripe', chalkStripe, 6, 1, { avif: 42, webp: 50, budgetKb: 10 }),
  tile('cloth-glen', glen, 4, 1, { avif: 42, webp: 28, budgetKb: 25 }),
  share,
  icon,
]
