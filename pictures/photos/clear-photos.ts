import { rm } from 'node:fs/promises'

/** Sizes made from the owner's photographs. Git ignores them: the build makes them again. */
export const photoSizesFolder = new URL('../../demo/pictures/from-photos/', import.meta.url)

/** Removes what earlier photographs left behind. */
export async function clearPhotos(): Promise<void> {
  await rm(photoSizesFolder, { recursive: true, force: true })
}
