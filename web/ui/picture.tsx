import { heightAt, type PictureName, pictures } from '../../site/pictures.ts'

/** Addresses of the files, by path; Vite gives each a name that changes with its content. */
const drawn = import.meta.glob<string>(
  ['../../site/pictures/rendered/*.{avif,webp}', '!../../site/pictures/rendered/cloth-*'],
  { eager: true, query: '?url&no-inline', import: 'default' },
)
const photographed = import.meta.glob<string>('../../site/pictures/from-photos/*.{avif,webp}', {
  eager: true,
  query: '?url&no-inline',
  import: 'default',
})

function address(name: PictureName, width: number, format: 'avif' | 'webp'): string {
  const file = `${name}-${width}.${format}`
  const url = pictures[name].photo
    ? photographed[`../../site/pictures/from-photos/${file}`]
    : drawn[`../../site/pictures/rendered/${file}`]
  if (!url) throw new Error(`${file} has not been made; run "npm run pictures" or build the page again.`)
  return url
}

const sourceSet = (name: PictureName, format: 'avif' | 'webp'): string =>
  pictures[name].widths.map((width) => `${address(name, width, format)} ${width}w`).join(', ')

interface PictureProps {
  name: PictureName
  /** How wide the picture is shown, in the words of the `sizes` attribute. */
  sizes: string
  /** For a picture of the first screen: loaded at once and before others. */
  priority?: boolean
  className?: string
}

/** A picture of the page as AVIF, or as WebP for browsers without it, in the size the screen needs. */
export function Picture({ name, sizes, priority = false, className }: PictureProps) {
  const picture = pictures[name]
  const smallest = Math.min(...picture.widths)
  return (
    <picture>
      <source type="image/avif" srcSet={sourceSet(name, 'avif')} sizes={sizes} />
      <img
        className={className}
        src={address(name, smallest, 'webp')}
        srcSet={sourceSet(name, 'webp')}
        sizes={sizes}
        alt={picture.alt}
        width={picture.width}
        height={heightAt(picture, picture.width)}
        decoding="async"
        loading={priority ? undefined : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
      />
    </picture>
  )
}
