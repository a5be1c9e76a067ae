/**
 * The pictures of the page, and their sizes. Their alt texts are in `pictures.ts`. The program that rendered them,
 * `pictures/`, is in this repository's history: `git checkout 966db064 -- pictures`, then `node_modules/.bin/node
 * pictures/command.ts`. That version doesn't draw `finished-suit`.
 */

export type PictureName =
  | 'hero'
  | 'hero-jacket'
  | 'consultation-table'
  | 'suit'
  | 'tuxedo'
  | 'special-occasion'
  | 'finished-suit'

export interface PictureSize {
  width: number
  height: number
  /** The widths of the picture in pixels, so a phone doesn't load the largest. */
  widths: readonly number[]
  /** The most kilobytes for the AVIF of each width. */
  budgetsKb: readonly number[]
}

export const pictureSizes: Record<PictureName, PictureSize> = {
  // A photograph in place of the whole drawing. The demo has none.
  hero: { width: 860, height: 1010, widths: [350, 460, 640, 860], budgetsKb: [10, 16, 26, 40] },
  'hero-jacket': { width: 860, height: 1758, widths: [350, 460, 640, 860], budgetsKb: [10, 16, 26, 40] },
  'consultation-table': { width: 1280, height: 853, widths: [640, 960, 1280], budgetsKb: [18, 30, 40] },
  suit: { width: 640, height: 853, widths: [400, 640], budgetsKb: [20, 36] },
  tuxedo: { width: 760, height: 1013, widths: [400, 760], budgetsKb: [10, 18] },
  'finished-suit': { width: 940, height: 1397, widths: [470, 640, 940], budgetsKb: [22, 34, 60] },
  'special-occasion': { width: 760, height: 1013, widths: [400, 760], budgetsKb: [10, 18] },
}

export const heightAt = (size: PictureSize, width: number): number =>
  Math.round((width * size.height) / size.width)
