/** What lies on the cutting table, seen from above, in centimetres from the table's top left corner. */

export const tableCm = { width: 66, height: 44 }

/** Pencil lines of the pattern drafted on the paper. */
export const draftLines = [
  'M 2 40 L 2 4',
  'M 2 8 L 40 8',
  'M 2 22 L 44 22',
  'M 2 33.5 L 46 33.5',
  'M 8 4 L 25 1 C 24.2 9.6 26.8 15.8 33 18.5',
  'M 8.2 4 C 9.2 12.2 14 20 22 22 L 22 33',
  'M 33 -1 L 33 42',
]

/** The line of a later correction, in red and dashed. */
export const correctionLine = 'M 13 -1 C 13.5 14 14.5 30 12 45'

export const clothLength = 'M 38 -4 L 31.5 48 L 72 48 L 72 -4 Z'
export const clothFold = 'M 38 -4 L 31.5 48'
/** Angle of the cloth's stripes to the upright, in radians. */
export const clothAngle = 0.124

/** Tailor's chalk on the cloth: the cutting line, and its notches and a cross. */
export const chalkLines = [
  'M 40 7 C 46 10 50.5 17 51.5 25 C 52.3 31 51.4 38 48 45',
  'M 49.8 17.2 L 51.6 16.4',
  'M 50.8 30.6 L 53 30.9',
  'M 44.3 19.4 L 45.5 20.6',
  'M 45.5 19.4 L 44.3 20.6',
]

export const tapeLine =
  'M -2 13 C 8 5 18 3 23 9 C 27.5 14.5 20 20 23.5 26.5 C 26.5 32 33 33 39 29.5 C 47 25 53 33 60 36 C 63 37.2 66 37.5 69 37'

/** Half of a pair of shears: pivot at the origin, blade to the right. The other half is its mirror image. */
export const shearsBlade =
  'M -1.7 -1.1 C 0 -1.5 2 -1.6 4 -1.55 C 10 -1.5 15 -0.9 18.8 0.02 L 18.8 0.12 L 2 0.42 L -1.7 0.6 Z'
/** The bow for the thumb, and the longer one for three fingers, as the middle line of a rod. */
export const thumbBow =
  'M -1 0.2 C -3 1 -4.6 2 -5.8 2.7 C -6.8 1.4 -9.2 0.9 -10.8 1.9 C -12.4 3 -11.9 5 -9.9 5.2 C -7.8 5.4 -5.6 4.6 -5.3 3.6' +
  ' C -5.2 3.1 -5.4 2.8 -5.8 2.7'
export const fingerBow =
  'M -1 0.2 C -3.4 0.9 -5.2 2.2 -6.4 3 C -8.2 1.5 -12.4 1.3 -14.2 2.9 C -15.8 4.4 -15.2 6.3 -12.6 6.6' +
  ' C -9.8 6.9 -6.8 6 -5.9 4.3 C -5.6 3.6 -5.8 3.2 -6.4 3'

/** A piece of tailor's chalk: a triangle with rounded corners about the origin. */
export const chalkPiece =
  'M -2.5 1.7 C -2.9 1.6 -2.9 1.2 -2.7 0.9 L -0.5 -2.3 C -0.2 -2.7 0.2 -2.7 0.5 -2.3 L 2.7 0.9 C 2.9 1.2 2.9 1.6 2.5 1.7 Z'

/** The cover of the cloth samples; the rivet goes through the origin's left. */
export const sampleCover = 'M -2.4 -4.5 L 3.2 -4.5 L 3.2 4.5 L -2.4 4.5 Z'

/** Numerals as strokes in a box one unit wide and high, as they are stamped on a tape. */
export const numerals: Record<string, string> = {
  '0': 'M 0.2 0 L 0.8 0 L 1 0.3 L 1 0.7 L 0.8 1 L 0.2 1 L 0 0.7 L 0 0.3 L 0.2 0',
  '1': 'M 0.2 0.22 L 0.55 0 L 0.55 1',
  '2': 'M 0 0.25 L 0.25 0 L 0.75 0 L 1 0.25 L 1 0.42 L 0 1 L 1 1',
  '3': 'M 0 0 L 1 0 L 0.45 0.4 L 0.8 0.45 L 1 0.7 L 0.75 1 L 0.2 1 L 0 0.8',
  '4': 'M 0.75 1 L 0.75 0 L 0 0.7 L 1 0.7',
  '5': 'M 0.95 0 L 0.1 0 L 0.05 0.45 L 0.7 0.4 L 1 0.65 L 0.75 1 L 0.2 1 L 0 0.85',
  '6': 'M 0.85 0 L 0.3 0.2 L 0 0.65 L 0.25 1 L 0.75 1 L 1 0.72 L 0.75 0.45 L 0.1 0.6',
  '7': 'M 0 0 L 1 0 L 0.4 1',
  '8': 'M 0.5 0.45 L 0.15 0.25 L 0.3 0 L 0.7 0 L 0.85 0.25 L 0.5 0.45 L 0 0.75 L 0.25 1 L 0.75 1 L 1 0.75 L 0.5 0.45',
  '9': 'M 0.2 1 L 0.7 0.8 L 1 0.35 L 0.75 0 L 0.25 0 L 0 0.28 L 0.25 0.55 L 0.9 0.4',
}
