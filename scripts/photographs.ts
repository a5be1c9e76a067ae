import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, parse } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { heightAt, type PictureSize } from '../demo/picture-sizes.ts'

type Made = { file: string; bytes: Buffer }

/** Change it with anything below, to convert every photograph again. */
const version = 2
const cache = join(import.meta.dirname, '../node_modules/.cache/photographs')

const isPhotograph = (name: string) => /\.(jpe?g|png|webp|avif|tiff?|gif|svg|hei[cf])$/i.test(name)

/** A coarser photograph looks worse than none, and no one sees the difference in a finer one. */
const coarsest = 15
const finest = 60

/** Returns the finest AVIF within the budget, or the coarsest. */
async function avif(image: Sharp, budgetKb: number): Promise<Buffer> {
  const encoded = (quality: number) => image.clone().avif({ quality, effort: 4 }).toBuffer()
  let best = await encoded(finest)
  if (best.length <= budgetKb * 1024) return best
  best = await encoded(coarsest)
  let [fits, tooFine] = [coarsest, finest]
  while (tooFine - fits > 3 && best.length <= budgetKb * 1024) {
    const middle = (fits + tooFine) >> 1
    const bytes = await encoded(middle)
    if (bytes.length <= budgetKb * 1024) [best, fits] = [bytes, middle]
    else tooFine = middle
  }
  return best
}

const cropped = (source: Buffer, width: number, height: number) =>
  sharp(source).autoOrient().resize(width, height, { fit: 'cover', position: 'attention' })

async function sizesOf(source: Buffer, name: string, size: PictureSize): Promise<Made[]> {
  const made: Made[] = []
  for (const [index, width] of size.widths.entries()) {
    const image = cropped(source, width, heightAt(size, width))
    made.push({ file: `${name}-${width}.avif`, bytes: await avif(image, size.budgetsKb[index] ?? 0) })
    // Browsers without AVIF get the smallest.
    if (index === 0)
      made.push({ file: `${name}-${width}.webp`, bytes: await image.webp({ quality: 70 }).toBuffer() })
  }
  return made
}

const icon = async (source: Buffer, width: number): Promise<Made> => ({
  file: `icon-${width}.png`,
  bytes: await cropped(source, width, width).png({ palette: true }).toBuffer(),
})

async function iconSvg(source: Buffer, isDrawing: boolean): Promise<Buffer> {
  if (isDrawing) return source
  const png = await cropped(source, 512, 512).png().toBuffer()
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><image width="512" height="512" href="data:image/png;base64,${png.toString('base64')}"/></svg>`,
  )
}

type Make = (source: Buffer, isDrawing: boolean) => Promise<Made[]>

const others: Record<string, { width: number; height: number; make: Make }> = {
  share: {
    width: 1200,
    height: 630,
    async make(source) {
      const jpeg = cropped(source, 1200, 630).flatten().jpeg({ quality: 78, mozjpeg: true })
      return [{ file: 'share.jpg', bytes: await jpeg.toBuffer() }]
    },
  },
  icon: {
    width: 512,
    height: 512,
    make: async (source, isDrawing) => [
      { file: 'icon.svg', bytes: await iconSvg(source, isDrawing) },
      ...(await Promise.all([icon(source, 32), icon(source, 180)])),
    ],
  },
}

type Photograph = { file: string; name: string; source: Buffer; isDrawing: boolean }

const needsAlpha =
  'This picture joins the drawn half of a jacket, so it needs a transparent background (PNG or WebP).'

/** An error stops the build, a note doesn't. */
async function findingsOf(
  { file, name, source, isDrawing }: Photograph,
  wanted: { width: number; height: number },
): Promise<{ error?: string; note?: string }> {
  const image = sharp(source)
  const found = await image.metadata().catch(() => undefined)
  if (!found) return { error: 'This file is no picture. Save it as a JPEG, and try again.' }
  if (name === 'hero-jacket' && !found.hasAlpha) return { error: needsAlpha }
  const { width, height } = found.autoOrient
  if (isDrawing || (width >= wanted.width && height >= wanted.height)) return {}
  return {
    note: `${file}: too small. It has ${width} x ${height} pixels, and the page shows up to ${wanted.width} x ${wanted.height}, so it looks blurred.`,
  }
}

async function made({ name, source, isDrawing }: Photograph, size: PictureSize | undefined): Promise<string> {
  const hash = createHash('sha256')
    .update(JSON.stringify([version, name, size]))
    .update(source)
  const kept = join(cache, hash.digest('hex'))
  if (existsSync(kept)) return kept
  const files = size ? await sizesOf(source, name, size) : await others[name]?.make(source, isDrawing)
  const unfinished = mkdtempSync(join(cache, 'unfinished-'))
  for (const { file, bytes } of files ?? []) writeFileSync(join(unfinished, file), bytes)
  renameSync(unfinished, kept)
  return kept
}

/** Replaces the pictures in `rendered` with the photographs in `folder` that have their names. */
export async function convertPhotographs(
  folder: string,
  rendered: string,
  pictures: Record<string, PictureSize>,
) {
  const names = [...Object.keys(pictures), ...Object.keys(others)]
  const notes: string[] = []
  const errors: { file: string; message: string }[] = []
  const seen = new Map<string, string>()
  mkdirSync(cache, { recursive: true })
  for (const file of readdirSync(folder).filter(isPhotograph).sort()) {
    const { name, ext } = parse(file)
    const size = pictures[name]
    const wanted = size ?? others[name]
    const twin = seen.get(name)
    seen.set(name, file)
    if (!wanted) {
      notes.push(`${file}: no picture of the page has this name. The names are ${names.join(', ')}.`)
      continue
    }
    if (twin) {
      errors.push({ file, message: `${twin} has the same name. Keep one of the two.` })
      continue
    }
    const photograph = { file, name, source: readFileSync(join(folder, file)), isDrawing: /svg/i.test(ext) }
    const { error, note } = await findingsOf(photograph, wanted)
    if (note) notes.push(note)
    const sizes = error ? undefined : await made(photograph, size).catch(() => undefined)
    if (!sizes) {
      errors.push({ file, message: error ?? 'This picture is damaged. Save it as a JPEG, and try again.' })
      continue
    }
    // All sizes: a screen may use one that the photograph lacks.
    for (const old of readdirSync(rendered).filter((one) => one.startsWith(`${name}-`)))
      rmSync(join(rendered, old))
    cpSync(sizes, rendered, { recursive: true })
    const bytesAt = (width: number) => statSync(join(sizes, `${name}-${width}.avif`)).size
    if (size?.widths.some((width, index) => bytesAt(width) > (size.budgetsKb[index] ?? 0) * 1024))
      notes.push(`${file}: has so much detail that it loads slowly. A calmer photograph is better here.`)
  }
  return { notes, errors }
}
