import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { heightAt, type PictureEntry, pictures } from '../../demo/pictures.ts'
import { photoSizesFolder } from './clear-photos.ts'

const photosFolder = new URL('../../demo/photos/', import.meta.url)
const sourcesFile = new URL('sources.json', photoSizesFolder)

/** Change it with the settings below, so that photographs already made are made anew. */
const settingsVersion = 1
const avifQuality = 52
const webpQuality = 74

/**
 * Makes every size of every photograph named in `demo/pictures.ts`: turned upright, cropped to the picture's
 * proportions. Does nothing for a photograph that has not changed since the last time.
 *
 * @throws {Error} with a sentence for the owner when a photograph is missing or cannot be read.
 */
export async function developPhotos(): Promise<void> {
  await mkdir(photoSizesFolder, { recursive: true })
  const known = await readSources()
  const current: Record<string, string> = {}
  const wanted = new Set(['sources.json'])
  for (const [name, picture] of Object.entries(pictures)) {
    if (!picture.photo) continue
    const source = await readFile(new URL(encodeURIComponent(picture.photo), photosFolder)).catch(() => {
      throw new Error(`The photograph "${picture.photo}" for "${name}" is not in demo/photos/.`)
    })
    const hash = fingerprint(source, picture)
    for (const width of picture.widths) {
      wanted.add(`${name}-${width}.avif`)
      wanted.add(`${name}-${width}.webp`)
    }
    if (known[name] !== hash) {
      await makeSizes(name, picture, source).catch(() => {
        throw new Error(
          `The photograph "${picture.photo}" for "${name}" cannot be read as a picture. Save it as a JPEG and try again.`,
        )
      })
    }
    current[name] = hash
  }
  for (const file of await readdir(photoSizesFolder)) {
    if (!wanted.has(file)) await rm(new URL(file, photoSizesFolder))
  }
  await writeFile(sourcesFile, `${JSON.stringify(current, null, 2)}\n`)
}

async function makeSizes(name: string, picture: PictureEntry, source: Buffer): Promise<void> {
  for (const width of picture.widths) {
    const cropped = sharp(source)
      .autoOrient()
      .resize(width, heightAt(picture, width), { fit: 'cover', position: 'attention' })
    const file = (format: string): string =>
      fileURLToPath(new URL(`${name}-${width}.${format}`, photoSizesFolder))
    await cropped.clone().avif({ quality: avifQuality, effort: 5 }).toFile(file('avif'))
    await cropped.clone().webp({ quality: webpQuality, effort: 5 }).toFile(file('webp'))
  }
}

/** Same photograph, same sizes, same settings: same text. */
function fingerprint(source: Buffer, { width, height, widths }: PictureEntry): string {
  return createHash('sha256')
    .update(JSON.stringify([settingsVersion, width, height, widths]))
    .update(source)
    .digest('hex')
}

async function readSources(): Promise<Record<string, string>> {
  try {
    return JSON.parse(await readFile(sourcesFile, 'utf8'))
  } catch {
    // First time here, or someone emptied the folder: everything is made anew.
    return {}
  }
}
