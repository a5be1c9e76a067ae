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
import type { OwnColors } from '../demo/types.ts'
import { recolor } from '../web/look/palettes.ts'

type Made = { file: string; bytes: Buffer }

/** Increase it with any change below, to convert every photograph again. */
const version = 4
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

type Make = (photograph: Photograph) => Promise<Made[]>

type Target = { width: number; height: number; make: Make }

type Photograph = { file: string; name: string; source: Buffer; isDrawing: boolean }

const others: Record<string, Target> = {
  share: {
    width: 1200,
    height: 630,
    async make({ source }) {
      const jpeg = cropped(source, 1200, 630).flatten().jpeg({ quality: 78, mozjpeg: true })
      return [{ file: 'share.jpg', bytes: await jpeg.toBuffer() }]
    },
  },
  icon: {
    width: 512,
    height: 512,
    make: async ({ source, isDrawing }) => [
      { file: 'icon.svg', bytes: await iconSvg(source, isDrawing) },
      ...(await Promise.all([icon(source, 32), icon(source, 180)])),
    ],
  },
  // Its box is 176 x 44 on the page. Emails can't show SVG, so they get a PNG with three pixels for each.
  logo: {
    width: 352,
    height: 44,
    async make({ source, isDrawing }) {
      const box = { width: 528, height: 132, fit: 'inside', withoutEnlargement: !isDrawing } as const
      const png = await sharp(source, { density: 300 }).resize(box).png().toBuffer()
      // Some email apps stretch a picture to its box, so it fills the box.
      const email = sharp(source, { density: 300 })
        .resize({ width: 528, height: 132, fit: 'contain', background: '#0000' })
        .png({ palette: true })
      return [
        isDrawing ? { file: 'logo.svg', bytes: source } : { file: 'logo.png', bytes: png },
        { file: 'logo-email.png', bytes: await email.toBuffer() },
      ]
    },
  },
}

/** A photograph of the gallery, or the portrait: next to others, and alone. `web/ui/photograph.tsx` reads the names. */
const shownWhole: Target = {
  width: 600,
  height: 600,
  make: ({ name, source }) =>
    Promise.all(
      [640, 1600].map(async (width) => {
        const image = sharp(source).autoOrient().resize({ width, withoutEnlargement: true })
        const { data, info } = await image.webp({ quality: 76 }).toBuffer({ resolveWithObject: true })
        return { file: `photo-${name}-${info.width}x${info.height}.webp`, bytes: data }
      }),
    ),
}

const ofSize = (size: PictureSize): Target => ({
  ...size,
  make: ({ name, source }) => sizesOf(source, name, size),
})

/** A longer one would be too low to read in its box. */
const longestLogo = 8

const needsAlpha =
  'This picture joins the drawn half of a jacket, so it needs a transparent background (PNG or WebP).'

/** An error stops the build, a note doesn't. */
async function findingsOf(
  { file, name, source, isDrawing }: Photograph,
  wanted: { width: number; height: number },
): Promise<{ error?: string; note?: string }> {
  // With an empty file, sharp throws at once.
  const found = await (async () => sharp(source).metadata())().catch(() => undefined)
  const format = name === 'logo' || name === 'icon' ? 'an SVG or a PNG' : 'a JPEG'
  if (!found) return { error: `This file is no picture. Save it as ${format}, and try again.` }
  if (name === 'hero-jacket' && !found.hasAlpha) return { error: needsAlpha }
  const { width, height } = found.autoOrient
  if (name === 'logo' && width > longestLogo * height)
    return {
      error: `A logo can be at most ${longestLogo} times as wide as it is high, and this one is ${width} x ${height}.`,
    }
  if (isDrawing || (width >= wanted.width && height >= wanted.height)) return {}
  return {
    note: `${file}: too small. It has ${width} x ${height} pixels, and the page shows up to ${wanted.width} x ${wanted.height}, so it looks blurred.`,
  }
}

async function made(photograph: Photograph, target: Target): Promise<string> {
  const hash = createHash('sha256')
    .update(JSON.stringify([version, photograph.name, target]))
    .update(photograph.source)
  const kept = join(cache, hash.digest('hex'))
  if (existsSync(kept)) return kept
  const unfinished = mkdtempSync(join(cache, 'unfinished-'))
  for (const { file, bytes } of await target.make(photograph)) writeFileSync(join(unfinished, file), bytes)
  renameSync(unfinished, kept)
  return kept
}

async function writeIcon(rendered: string, svg: string): Promise<void> {
  const drawing = Buffer.from(svg)
  writeFileSync(join(rendered, 'icon.svg'), drawing)
  for (const width of [32, 180]) {
    const png = await sharp(drawing, { density: width * 2 })
      .resize(width, width)
      .png()
      .toBuffer()
    writeFileSync(join(rendered, `icon-${width}.png`), png)
  }
}

/** Gives the demo's icon the shop's colors. */
export const recolorIcon = (rendered: string, look: OwnColors): Promise<void> =>
  writeIcon(rendered, recolor(readFileSync(join(rendered, 'icon.svg'), 'utf8'), look))

/** In a square of 32 pixels, no one could read a wider one. */
const widestInIcon = 1.5

/** Makes an icon from a logo that fits a square, on the logo's ground. */
export async function makeIcon(logo: string, rendered: string, ground: string): Promise<void> {
  const source = readFileSync(logo)
  const { width, height } = await sharp(source).metadata()
  if (width > widestInIcon * height || height > widestInIcon * width) return
  const png = await sharp(source, { density: 300 })
    .resize({ width: 384, height: 384, fit: 'contain', background: '#0000' })
    .png()
    .toBuffer()
  await writeIcon(
    rendered,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="48" fill="${ground}"/><image x="64" y="64" width="384" height="384" href="data:image/png;base64,${png.toString('base64')}"/></svg>`,
  )
}

/**
 * Replaces the pictures in `rendered` with the photographs of the same name in `folder`, and adds those that the shop's
 * sections use.
 */
export async function convertPhotographs(
  folder: string,
  rendered: string,
  pictures: Record<string, PictureSize>,
  named: ReadonlySet<string>,
) {
  const names = [...Object.keys(pictures), ...Object.keys(others), ...named]
  const notes: string[] = []
  const errors: { file: string; message: string }[] = []
  const seen = new Map<string, string>()
  mkdirSync(cache, { recursive: true })
  for (const file of readdirSync(folder).filter(isPhotograph).sort()) {
    const { name, ext } = parse(file)
    const size = pictures[name]
    // One photograph can be both a picture of the page and in the gallery.
    const targets = [size ? ofSize(size) : others[name], named.has(name) ? shownWhole : undefined]
    const wanted = targets.filter((target) => target !== undefined)
    const twin = seen.get(name)
    seen.set(name, file)
    if (wanted.length === 0) {
      notes.push(`${file}: no picture of the page has this name. The names are ${names.join(', ')}.`)
      continue
    }
    if (twin) {
      errors.push({ file, message: `${twin} has the same name. Keep one of the two.` })
      continue
    }
    const photograph = { file, name, source: readFileSync(join(folder, file)), isDrawing: /svg/i.test(ext) }
    // All sizes: a screen may use one that the photograph doesn't have.
    if (size || others[name])
      for (const old of readdirSync(rendered).filter((existing) => existing.startsWith(`${name}-`)))
        rmSync(join(rendered, old))
    for (const target of wanted) {
      const { error, note } = await findingsOf(photograph, target)
      if (note) notes.push(note)
      const sizes = error ? undefined : await made(photograph, target).catch(() => undefined)
      if (!sizes) {
        errors.push({ file, message: error ?? 'This picture is damaged. Save it as a JPEG, and try again.' })
        break
      }
      cpSync(sizes, rendered, { recursive: true })
    }
    const bytesAt = (width: number) => statSync(join(rendered, `${name}-${width}.avif`)).size
    if (
      size?.widths.some((width, index) => {
        const isMade = existsSync(join(rendered, `${name}-${width}.avif`))
        return isMade && bytesAt(width) > (size.budgetsKb[index] ?? 0) * 1024
      })
    )
      notes.push(`${file}: has so much detail that it loads slowly. A calmer photograph is better here.`)
  }
  return { notes, errors, lacking: [...named].filter((name) => !seen.has(name)) }
}
