import { type PictureName, pictureSizes } from '#shop/picture-sizes.ts'
import { pictureTexts } from '#shop/pictures.ts'

const addresses = import.meta.glob<string>(
  ['#shop/pictures/rendered/*.{avif,webp}', '!#shop/pictures/rendered/cloth-*'],
  { eager: true, query: '?url&no-inline', import: 'default' },
)

/** Finds it by file name, because the shop's folder determines the path. */
const addressOf = (file: string) => Object.entries(addresses).find(([path]) => path.endsWith(`/${file}`))?.[1]

function address(name: PictureName, width: number, format: 'avif' | 'webp'): string {
  const file = `${name}-${width}.${format}`
  const url = addressOf(file)
  if (!url) throw new Error(`${file} hasn't been made. Run "npm run pictures".`)
  return url
}

/** Whether it's a picture of the page, not a photograph that only the shop has. */
export const isPicture = (name: string): name is PictureName => Object.hasOwn(pictureSizes, name)

/** Whether the shop has the picture, if it's one that not every shop has. */
export const hasPicture = (name: PictureName) =>
  addressOf(`${name}-${pictureSizes[name].width}.avif`) !== undefined

const sourceSet = (name: PictureName): string =>
  pictureSizes[name].widths.map((width) => `${address(name, width, 'avif')} ${width}w`).join(', ')

interface PictureProps {
  name: PictureName
  sizes: string
  priority?: boolean
}

/** Browsers without AVIF get the smallest WebP: listing every size twice costs more than it saves for so few. */
export function Picture({ name, sizes, priority = false }: PictureProps) {
  const size = pictureSizes[name]
  const smallest = Math.min(...size.widths)
  return (
    <picture>
      <source type="image/avif" srcSet={sourceSet(name)} sizes={sizes} />
      <img
        src={address(name, smallest, 'webp')}
        alt={pictureTexts[name]}
        width={size.width}
        height={size.height}
        // The others load before a visitor reaches them, and appear together with their surroundings.
        decoding={priority ? 'async' : undefined}
        loading={priority ? undefined : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
      />
    </picture>
  )
}
