import { heightAt, type PictureName, pictures } from '../../demo/pictures.ts'

/** Addresses of the files, by path; Vite gives each a name that changes with its content. */
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
  /** How wide the picture is shown, in the words of the `sizes` attribute. */
  sizes: string
  /** For a picture of the first screen: loaded at once and before others. */
  priority?: boolean
}

/**
 * A picture of the page as AVIF in the size the screen needs. The few browsers that know the page's style sheet but
 * not AVIF get the smallest WebP: naming every size twice would cost more of the first round trip than it gives them.
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
        // The others are there before a visitor comes to them, and are shown with what stands around them.
        decoding={priority ? 'async' : undefined}
        loading={priority ? undefined : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
      />
    </picture>
  )
}
