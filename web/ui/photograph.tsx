import type { Photograph as Facts } from '#shop/types.ts'

const addresses = import.meta.glob<string>('#shop/pictures/rendered/photo-*.webp', {
  eager: true,
  query: '?url&no-inline',
  import: 'default',
})

export interface ConvertedPhotograph {
  address: string
  /** In pixels. */
  width: number
  height: number
}

/** In the file's name, so the box is as large as the photograph will be. */
const named = /\/photo-(.+)-(\d+)x(\d+)\.webp$/

const all = Object.entries(addresses).map(([path, address]) => {
  const [, file, width, height] = named.exec(path) ?? []
  return { file, address, width: Number(width), height: Number(height) }
})

/** Every size of a photograph, the smallest first. */
const sizesOf = (file: string): ConvertedPhotograph[] =>
  all.filter((size) => size.file === file).sort((a, b) => a.width - b.width)

/**
 * The largest size.
 * @throws {Error} if the build hasn't made it, which `read-shop.ts` rules out
 */
export function findPhotograph(file: string): ConvertedPhotograph {
  const largest = sizesOf(file).at(-1)
  if (!largest) throw new Error(`There is no photograph named ${file}.`)
  return largest
}

/** A photograph of the gallery, or the portrait; without `sizes`, only the smallest. The style sets corners and crop. */
export function Photograph({
  file,
  alt,
  sizes,
}: Pick<Facts, 'file' | 'alt'> & { sizes?: string | undefined }) {
  const { width, height } = findPhotograph(file)
  const all = sizesOf(file)
  const sourceSet = all.map((size) => `${size.address} ${size.width}w`)
  return (
    <img
      src={all[0]?.address}
      srcSet={sizes && sourceSet.join(', ')}
      sizes={sizes}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
    />
  )
}
