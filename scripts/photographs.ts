/** Makes the shop's own photographs into the pictures of the page. */
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

interface Made {
  file: string
  bytes: Buffer
}

/** Change it with anything below, to make every photograph again. */
const version = 2
const cache = join(import.meta.dirname, '../node_modules/.cache/photographs')

const isPhotograph = (name: string) => /\.(jpe?g|png|webp|avif|tiff?|gif|svg|hei[cf])$/i.test(name)

/** Below the first, a photograph looks worse than none; above the last, no one sees a difference. */
const coarsest = 15
const finest = 60

/** The finest AVIF that keeps the budget: halving the range finds it in six tries at most. */
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

/** Upright, and cropped around what catches the eye. */
const cropped = (source: Buffer, width: number, height: number) =>
  sharp(source).autoOrient().resize(width, height, { fit: 'cover', position: 'attention' })

async function sizesOf(source: Buffer, name: string, size: PictureSize): Promise<Made[]> {
  const made: Made[] = []
  for (const [index, width] of size.widths.entries()) {
    const image = cropped(source, width, heightAt(size, width))
    made.push({ file: `${name}-${width}.avif`, bytes: await avif(image, size.budgetsKb[index] ?? 0) })
    // Only the smallest: browsers without AVIF get no other.
    if (index === 0)
      made.push({ file: `${name}-${width}.webp`, bytes: await image.webp({ quality: 70 }).toBuffer() })
  }
  return made
}

const icon = async (source: Buffer, width: number): Promise<Made> => ({
  file: `icon-${width}.png`,
  bytes: await cropped(source, width, width).png({ palette: true }).toBuffer(),
})

/** An SVG that shows the icon, for what takes only an SVG: a drawing stays one, and a photograph is put into one. */
async function iconSvg(source: Buffer, isDrawing: boolean): Promise<Buffer> {
  if (isDrawing) return source
  const png = await cropped(source, 512, 512).png().toBuffer()
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><image width="512" height="512" href="data:image/png;base64,${png.toString('base64')}"/></svg>`,
  )
}

const others: Record<
  string,
  { width: number; height: number; make: (source: Buffer, isDrawing: boolean) => Promise<Made[]> }
> = {
  // Beside a link to the page, in messengers.
  share: {
    width: 1200,
    height: 630,
    make: async (source) => [
      {
        file: 'share.jpg',
        bytes: await cropped(source, 1200, 630).flatten().jpeg({ quality: 78, mozjpeg: true }).toBuffer(),
      },
    ],
  },
  // In the browser's tab and on the phone's home screen.
  icon: {
    width: 512,
    height: 512,
    make: async (source, isDrawing) => [
      { file: 'icon.svg', bytes: await iconSvg(source, isDrawing) },
      ...(await Promise.all([icon(source, 32), icon(source, 180)])),
    ],
  },
}

interface Photograph {
  file: string
  name: string
  source: Buffer
  isDrawing: boolean
}

/** What's wrong with a photograph: an error stops the build, a note doesn't. */
async function findingsOf(
  { file, name, source, isDrawing }: Photograph,
  wanted: { width: number; height: number },
) {
  const found = await sharp(source)
    .metadata()
    .catch(() => undefined)
  if (!found) return { error: 'This file is no picture. Save it as a JPEG, and try again.' }
  if (name === 'hero-jacket' && !found.hasAlpha)
    return {
      error:
        'This picture joins the drawn half of a jacket, so it needs a transparent background (PNG or WebP).',
    }
  const { width, height } = found.autoOrient
  const isSmall = !isDrawing && (width < wanted.width || height < wanted.height)
  return {
    note: isSmall
      ? `${file}: too small. It has ${width} x ${height} pixels, and the page shows up to ${wanted.width} x ${wanted.height}, so it looks blurred.`
      : undefined,
  }
}

/** The folder with a photograph's sizes; made once for as long as the photograph is the same. */
async function made({ name, source, isDrawing }: Photograph, size: PictureSize | undefined): Promise<string> {
  const key = createHash('sha256')
    .update(JSON.stringify([version, name, size]))
    .update(source)
    .digest('hex')
  const kept = join(cache, key)
  if (existsSync(kept)) return kept
  const files = size ? await sizesOf(source, name, size) : await others[name]?.make(source, isDrawing)
  const unfinished = mkdtempSync(join(cache, 'unfinished-'))
  for (const { file, bytes } of files ?? []) writeFileSync(join(unfinished, file), bytes)
  renameSync(unfinished, kept)
  return kept
}

/**
 * Writes the sizes of every photograph over those of the picture that has its name.
 *
 * @param folder - of the photographs
 * @param rendered - of the page's pictures
 */
export async function developPhotographs(
  folder: string,
  rendered: string,
  pictures: Record<string, PictureSize>,
): Promise<{ notes: string[]; errors: { file: string; message: string }[] }> {
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
    // All of them, or someone gets the replaced picture in another size.
    for (const old of readdirSync(rendered).filter((one) => one.startsWith(`${name}-`)))
      rmSync(join(rendered, old))
    cpSync(sizes, rendered, { recursive: true })
    const isHeavy = size?.widths.some(
      (width, index) =>
        statSync(join(sizes, `${name}-${width}.avif`)).size > (size.budgetsKb[index] ?? 0) * 1024,
    )
    if (isHeavy)
      notes.push(`${file}: has so much detail that it loads slowly. A calmer photograph is better here.`)
  }
  return { notes, errors }
}
