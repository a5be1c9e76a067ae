/** Outlines of what is worn under the jacket, in the jacket's coordinates; halves are the wearer's left. */

/** The shirt front as far as any jacket leaves it open. */
export const shirtFront =
  'M -9 9 L -7.6 3 L -6.2 -1.5 C -4 2 -2 4 0 4.6 C 2 4 4 2 6.2 -1.5 L 7.6 3 L 9 9 L 13 20 L 9 50 L -9 50 L -13 20 Z'

/** The inside of the collar behind the neck. */
export const collarInside =
  'M 6.9 -3.4 C 4.6 -6.2 -4.6 -6.2 -6.9 -3.4 C -5.4 0.6 -2.6 3 0 4.4 C 2.6 3 5.4 0.6 6.9 -3.4 Z'

/** One leaf of a turn-down collar. */
export const collarLeaf =
  'M 0.2 4.2 C 2.6 2.6 5.3 -0.2 6.8 -4 C 7.4 -3.5 7.9 -2.7 8 -1.8 C 8.5 2 8.3 5.9 7.6 9.9 C 7.5 10.7 7.2 10.8 6.7 10.4' +
  ' C 4.3 9 1.9 7 0.2 4.2 Z'

/** The shorter leaf that sits behind a bow. */
export const bowCollarLeaf =
  'M 0.2 4.2 C 2.6 2.6 5.3 -0.2 6.8 -4 C 7.4 -3.5 7.9 -2.7 8 -1.8 C 8.4 1.4 8.1 5 7.3 8.4 C 7.1 9.2 6.8 9.4 6.2 9' +
  ' C 4.1 8 1.9 6.5 0.2 4.2 Z'

export const tieBlade = 'M -1.6 8.4 C -1.9 12 -2.5 20 -3.6 46 L 3.6 46 C 2.5 20 1.9 12 1.6 8.4 Z'

/** A four-in-hand is never quite even. */
export const tieKnot =
  'M -2.5 3.8 C -1.2 3.2 1.3 3.2 2.5 3.9 C 2.5 5.6 2.1 7.5 1.6 9 C 0.7 9.5 -0.7 9.5 -1.5 9.1 C -2 7.6 -2.6 5.6 -2.5 3.8 Z'

export const bowWing =
  'M 0.8 5 C 2.1 3.6 3.8 2.5 5.5 2.3 C 6.2 2.2 6.4 2.7 6.3 3.5 C 6.1 5 6.1 6.8 6.2 8.1 C 6.3 9 5.9 9.4 5.2 9.2' +
  ' C 3.6 8.9 2.1 8 0.8 6.9 Z'

export const bowKnot =
  'M -1.2 4.6 C -0.5 4.2 0.6 4.2 1.2 4.5 C 1.4 5.4 1.4 6.4 1.1 7.3 C 0.5 7.7 -0.5 7.7 -1.1 7.4 C -1.4 6.4 -1.4 5.5 -1.2 4.6 Z'

/** The neck of the dressmaker's stand. */
export const standNeck = 'M -6.6 6 C -6.2 2 -5.7 -4 -5.6 -12 L 5.6 -12 C 5.7 -4 6.2 2 6.6 6 Z'
