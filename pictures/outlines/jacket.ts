/** The outlines of the jacket, those that only the renderer sews among them; all as in demo/jacket-outlines.ts. */
import { bastedRollLine, type PointCm } from '../../demo/jacket-outlines.ts'

export * from '../../demo/jacket-outlines.ts'

/** The same lapel with the raised tip of a tuxedo. */
export const peakLapel =
  'M -2.2 45 C -1.3 43 0.8 39.8 3.4 36 C 7.8 29.6 13 22 15.8 15 L 16.9 12.2 C 17.1 11.7 16.9 11.5 16.4 11.7' +
  ' C 14.8 12.6 12.8 13.9 11.1 15.1 L 10.4 15 L 6.1 8.2 C 5.3 15.6 2.8 26.6 -0.5 38' +
  ' C -1.2 40.6 -1.9 43 -2.2 45 Z'

/** Lapel and collar in one unbroken curve: the dinner jacket's shawl. */
export const shawlCollar =
  'M -2.2 45 C -1.1 43 1.8 39.2 4.6 34.8 C 9 28 12.5 21.8 12.6 15.8 C 12.7 11.2 11.3 6.8 10.3 2.9' +
  ' C 9.7 0.9 8.8 -0.6 7.5 -1.5 C 6.8 -1.1 6.5 0.7 6.5 2.4 C 6.2 12.2 3 25.8 -0.5 38 C -1.2 40.6 -1.9 43 -2.2 45 Z'

/** The line on which lapel and collar turn over. */
export const rollLine = 'M 6.5 2.4 C 6.2 12.2 3 25.8 -0.5 38 C -1.2 40.6 -1.9 43 -2.2 45'

/** The seam that joins collar and lapel, up to the notch. */
export const gorge = 'M 6.1 8.2 L 10.4 15'

/** The shoulder seam, from the collar to the shoulder point. */
export const shoulderSeam = 'M 9.8 5.1 C 14 6 18.2 7.1 22.2 8.4'

/** The folded square standing in the breast pocket. */
export const pocketSquare =
  'M 8.6 27 L 8.6 24.4 L 11 22.4 C 11.8 20.9 12.6 19.7 13.3 18.8 C 13.9 19.5 14.3 20.3 14.6 21.3' +
  ' C 14.9 20.5 15.3 19.9 15.8 19.3 C 16.3 20.7 16.6 22.3 16.8 23.6 L 16.7 25.4 Z'

/** The narrow piping above the flap. */
export const pocketPiping = 'M 6.3 56.4 L 19.5 55.1 L 19.6 56 L 6.4 57.3 Z'

/** The buttonhole worked in the lapel. */
export const lapelButtonhole = 'M 8.9 18.4 L 10.9 19.3'

/** Where the white basting thread runs while the jacket is tried on. */
export const basting = {
  lapelEdge: 'M -0.7 41.3 C 1.1 38.9 3.4 35.9 5.3 32.8 C 8.6 27.6 11.2 22.8 12.6 18',
  rollLine: bastedRollLine,
  frontEdgeAndHem:
    'M -1.2 48.6 L -1.2 53.2 C -1.2 58.2 -0.9 62.9 -0.1 66.5 C 1.2 72 4.3 75.9 8.7 76.8 C 12.3 77.4 17 77.1 21.6 76.3',
  armhole: 'M 20.8 9.4 C 18.8 13 18.1 17.8 18.6 22.7 C 18.8 24.8 19.2 26.6 19.6 28.4',
  sleeveCuff: 'M 22.9 67.2 L 29 66.3',
}

/** Buttons of the cuff, upper one first. */
export const cuffButtons: PointCm[] = [
  { x: 28.5, y: 58.2 },
  { x: 28.45, y: 60.55 },
  { x: 28.4, y: 62.9 },
  { x: 28.35, y: 65.25 },
]
