/**
 * The pictures of the page.
 *
 * To show a photograph of your own instead of a drawn picture, put the file into `demo/photos/` and name it in
 * `photo`, for example `photo: 'our-table.jpg'`. JPEG, PNG, WebP, AVIF, and TIFF work. The build turns the
 * photograph upright, crops it, and makes every size. Then describe your photograph in `alt`.
 */

export type PictureName = 'hero-jacket' | 'consultation-table' | 'suit' | 'tuxedo' | 'special-occasion'

export type PictureEntry = {
  /** Describes the picture to visitors who can't see it. */
  alt: string
  /** Size in pixels of the largest version. */
  width: number
  height: number
  /** Widths in pixels to choose from, so a phone doesn't load the largest. */
  widths: number[]
  /** File name in `demo/photos/`, or `undefined` for the drawn picture. */
  photo: string | undefined
}

export const pictures: Record<PictureName, PictureEntry> = {
  'hero-jacket': {
    alt: 'Left front of a navy herringbone jacket held with white basting thread. Its right front is still a pencil draft with measurements.',
    width: 860,
    height: 1758,
    widths: [350, 460, 640, 860],
    // Next to the drawn half of the jacket, a photograph needs a transparent background.
    photo: undefined,
  },
  'consultation-table': {
    alt: 'Cutting table: a drafted paper pattern, a tape measure, shears, and chalk on chalk-stripe flannel, and a fan of cloth samples.',
    width: 1280,
    height: 853,
    widths: [640, 960, 1280],
    photo: undefined,
  },
  suit: {
    alt: 'Gray glen check suit jacket with a notch lapel, white shirt, and navy tie.',
    width: 640,
    height: 853,
    widths: [400, 640],
    photo: undefined,
  },
  tuxedo: {
    alt: 'Midnight barathea tuxedo with satin peak lapels, bow tie, and black studs.',
    width: 760,
    height: 1013,
    widths: [400, 760],
    photo: undefined,
  },
  'special-occasion': {
    alt: 'Burgundy velvet dinner jacket with a black satin shawl collar, pleated shirt, and bow tie.',
    width: 760,
    height: 1013,
    widths: [400, 760],
    photo: undefined,
  },
}

/** Height in pixels of a picture when it is `width` pixels wide. */
export const heightAt = (picture: PictureEntry, width: number): number =>
  Math.round((width * picture.height) / picture.width)
