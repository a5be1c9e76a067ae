/**
 * The outlines of the jacket, as SVG path data in centimeters. The page draws one half as inline SVG, and its
 * picture has the other from the same strings, so the halves meet on the center line at every width.
 *
 * Every outline is the wearer's left side, which a viewer sees on the right: the center front is x = 0, y runs down.
 * The draft is this half mirrored: `<g transform="scale(-1 1)">`.
 */

type BoxCm = { x: number; y: number; width: number; height: number }

/** The SVG's viewBox: the drafted and the sewn half, with room for measurements. */
export const heroBoxCm: BoxCm = { x: -39, y: -7, width: 80, height: 94 }

/** The part of the hero box covered by the rendered picture; it reaches past the center front for the overlap. */
export const pictureBoxCm: BoxCm = { x: -5, y: -6, width: 45, height: 92 }

export const heroViewBox = `${heroBoxCm.x} ${heroBoxCm.y} ${heroBoxCm.width} ${heroBoxCm.height}`

export const front =
  'M 7.1 4.5 C 11.4 5.5 17.2 6.8 22.2 8.4 C 20.9 12.2 20.1 18.6 20.4 28 C 20.5 33.6 19.8 38.8 20 44' +
  ' C 20.2 52.6 22.1 61.5 22.8 77.2 C 17.2 78.2 12.2 78.5 8.5 77.8 C 3.7 76.9 0.3 72.7 -1.1 66.8' +
  ' C -1.9 63.1 -2.2 58.3 -2.2 53.2 L -2.2 45 C 0.9 33.6 4.3 20.4 6.2 9.8 Z'

export const lapel =
  'M -2.2 45 C -0.7 41.8 3.1 37.8 6.2 33 C 9.7 27.6 12.6 22.4 13.8 17.5 C 13.95 16.95 14 16.8 13.6 16.6' +
  ' L 10.4 15 L 6.1 8.2 C 5.3 15.6 2.8 26.6 -0.5 38 C -1.2 40.6 -1.9 43 -2.2 45 Z'

export const collar =
  'M 10.4 15 L 12.8 12 C 12.95 11.8 12.9 11.6 12.8 11.3 C 11.7 9 11 6.1 10.5 3.6 C 10.1 1.6 9.1 -0.6 7.5 -1.5' +
  ' C 6.8 -1.1 6.5 0.7 6.5 2.4 C 6.5 4.4 6.3 6.4 6.1 8.2 Z'

export const backNeck =
  'M 7.6 -1.3 C 5.5 -3 2.9 -3.7 0 -3.8 L 0 0.6 C 2.7 0.9 4.9 2.3 6.3 5.2 C 6.5 3 6.8 0.7 7.6 -1.3 Z'

export const sleeve =
  'M 21.1 7.9 C 23.2 6.9 25.7 8.1 27 11.2 C 28.6 15.2 29.7 22.2 30.5 30 C 31.3 37.6 31.5 44.4 31.1 51' +
  ' C 30.7 57.2 30.2 62 29.9 67.2 C 29.8 68.6 29.5 69 28.5 69.2 L 23.5 69.9 C 22.5 70 22.2 69.6 22.1 68.6' +
  ' C 21.8 62 21.6 55.2 21.2 49 C 20.8 42.2 20.4 36 20.1 30.2 C 19.9 27 19.5 25 19.3 22.6' +
  ' C 18.8 17.4 19.5 12 21.1 7.9 Z'

export const armhole = 'M 21.5 8 C 19.5 12 18.8 17.4 19.3 22.6 C 19.5 24.6 19.9 26.4 20.3 28'

/** Where the white basting thread runs along the line on which lapel and collar turn over. */
export const bastedRollLine = 'M 7 7.6 C 6.4 15.2 3.7 26.6 0.5 37.8'

export const dart = 'M 12.1 31 C 12.5 40 12.7 48 12.9 56'

export const breastPocket = 'M 7.8 26 L 16.6 24.2 L 17.1 26.5 L 8.2 28.4 Z'

export const pocketFlap =
  'M 6.4 57.1 L 19.6 55.8 L 20.1 59.4 C 20.2 60.7 19.5 61.4 18.4 61.5 L 8.2 62.5 C 7.1 62.6 6.5 62 6.5 61 Z'

export type PointCm = { x: number; y: number }

export const frontButtons: PointCm[] = [
  { x: 0.1, y: 46.4 },
  { x: 0.2, y: 57.4 },
]

/** The points a cutter measures between; the draft marks them. */
export const draftPoints = {
  shoulderPoint: { x: 22.2, y: 8.4 },
  underarm: { x: 20.4, y: 28 },
  waistAtSide: { x: 20, y: 44 },
  hemAtSide: { x: 22.8, y: 77.2 },
  breakPoint: { x: -2.2, y: 45 },
  lapelTip: { x: 14, y: 16.9 },
  collarTip: { x: 12.9, y: 11.9 },
  elbow: { x: 30.5, y: 30 },
  cuff: { x: 29.9, y: 67.2 },
} satisfies Record<string, PointCm>

/** Heights of the two measuring lines that cross both halves. */
export const chestLineCm = 25

export const waistLineCm = 44.5
