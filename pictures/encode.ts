import sharp, { type Sharp } from 'sharp'
import { screenByte } from './renderer/colour.ts'
import type { LitPicture } from './renderer/light.ts'

/** A file of the page as it will be stored. */
export type RenderedFile = {
  file: string
  bytes: Buffer
  widthPx: number
  heightPx: number
  /** The file may not be larger than this. */
  budgetKb?: number
}

export type PictureSize = {
  widthPx: number
  heightPx: number
  /** 1 to 100; chosen so that the AVIF keeps its budget. */
  avifQuality: number
  webpQuality: number
  budgetKb: number
  /** Halves the resolution of hue, which costs nothing where a picture has one hue and fine lines of grey. */
  halveHue?: boolean
}

/** Turns light into an image of bytes, with its transparency when any is there to keep. */
export async function developed(picture: LitPicture, keepAlpha: boolean): Promise<Sharp> {
  const { widthPx, heightPx, colour, alpha } = picture
  const channels = keepAlpha ? 4 : 3
  const bytes = Buffer.alloc(widthPx * heightPx * channels)
  for (let pixel = 0; pixel < widthPx * heightPx; pixel++) {
    for (let channel = 0; channel < 3; channel++) {
      bytes[pixel * channels + channel] = screenByte(colour[pixel * 3 + channel] ?? 0)
    }
    if (keepAlpha) bytes[pixel * channels + 3] = Math.round(255 * (alpha[pixel] ?? 0))
  }
  return sharp(bytes, { raw: { width: widthPx, height: heightPx, channels } })
}

/** Slow and thorough: pictures are encoded rarely and loaded often. */
const avifEffort = 8

/** One picture in several sizes, each as AVIF and as WebP for browsers that lack it. */
export async function encodeSizes(name: string, image: Sharp, sizes: PictureSize[]): Promise<RenderedFile[]> {
  const files: RenderedFile[] = []
  for (const { widthPx, heightPx, avifQuality, webpQuality, budgetKb, halveHue } of sizes) {
    const resized = image.clone().resize(widthPx, heightPx, { fit: 'fill', kernel: 'lanczos3' })
    const avif = await resized
      .clone()
      .avif({ quality: avifQuality, effort: avifEffort, chromaSubsampling: halveHue ? '4:2:0' : '4:4:4' })
      .toBuffer()
    const webp = await resized
      .clone()
      .webp({ quality: webpQuality, alphaQuality: 80, effort: 6, smartSubsample: true })
      .toBuffer()
    files.push(
      { file: `${name}-${widthPx}.avif`, bytes: avif, widthPx, heightPx, budgetKb },
      { file: `${name}-${widthPx}.webp`, bytes: webp, widthPx, heightPx },
    )
  }
  return files
}
