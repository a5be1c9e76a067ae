import { heightAt, type PictureName, pictures } from '#shop/pictures.ts'

/** Addresses by path; Vite puts a content hash into each. */
const files = import.meta.glob<string>(
  ['../../demo/pictures/{rendered,from-photos}/*.{avif,webp}', '!../../demo/pictures/rendered/cloth-*'],
  { eager: true, query: '?url&no-inline', import: 'default' },
)

function address(name: PictureName, width: number, format: 'avif' | 'webp'): string {
  const file = `${name}-${width}.${format}`
  const folder = pictures[name].photo ? 'from-photos' : 'rendered'
  const url = files[`../../demo/pictures/${folder}/${file}`]
  if (!url) throw new Error(`${file} has not been made; run "npm run pictures" or build the page again.`)
  return url
}

const sourceSet = (name: PictureName): string =>
  pictures[name].widths.map((width) => `${address(name, width, 'avif')} ${width}w`).join(', ')

interface PictureProps {
  name: PictureName
  /** The `sizes` attribute. */
  sizes: string
  /** Loads first, for the first screen. */
  priority?: boolean
}

/**
 * A picture as AVIF in the size the screen needs. Browsers without AVIF get the smallest WebP: naming every size twice
 * would cost more of the first round trip than it gives those few.
 */
export function Picture({ name, sizes, priority = false }: PictureProps) {
  const picture = pictures[name]
  const smallest = Math.min(...picture.widths)
  return (
    <picture>
      <source type="image/avif" srcSet={sourceSet(name)} sizes={sizes} />
      <img
        src={address(name, smallest, 'webp')}
        alt={picture.alt}
        width={picture.width}
        height={heightAt(picture, picture.width)}
        // The others load before a visitor reaches them, and appear together with their surroundings.
        decoding={priority ? 'async' : undefined}
        loading={priority ? undefined : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
      />
    </picture>
  )
}
