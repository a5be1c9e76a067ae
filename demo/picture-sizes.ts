/** The pictures of the page, and how large they are. Their words are in `pictures.ts`. */

export type PictureName =
  | 'hero'
  | 'hero-jacket'
  | 'consultation-table'
  | 'suit'
  | 'tuxedo'
  | 'special-occasion'

export interface PictureSize {
  width: number
  height: number
  /** Widths in pixels in which the picture is offered, so a phone doesn't load the largest. */
  widths: readonly number[]
  /** Most kilobytes of the AVIF of each width. */
  budgetsKb: readonly number[]
}

export const pictureSizes: Record<PictureName, PictureSize> = {
  // A photograph instead of the whole drawing. The demonstration has none.
  hero: { width: 860, height: 1010, widths: [350, 460, 640, 860], budgetsKb: [10, 16, 26, 40] },
  'hero-jacket': { width: 860, height: 1758, widths: [350, 460, 640, 860], budgetsKb: [10, 16, 26, 40] },
  'consultation-table': { width: 1280, height: 853, widths: [640, 960, 1280], budgetsKb: [18, 30, 40] },
  suit: { width: 640, height: 853, widths: [400, 640], budgetsKb: [20, 36] },
  tuxedo: { width: 760, height: 1013, widths: [400, 760], budgetsKb: [10, 18] },
  'special-occasion': { width: 760, height: 1013, widths: [400, 760], budgetsKb: [10, 18] },
}

export const heightAt = (size: PictureSize, width: number): number =>
  Math.round((width * size.height) / size.width)
