/** A seamless piece of cloth as maps, row by row from the top left. */
export type WovenPiece = {
  widthPx: number
  heightPx: number
  ends: number
  picks: number
  /** The piece as it looks lying flat under the one light, three values a pixel. */
  lit: Float32Array
  /** The same without any light, three values a pixel. */
  albedo: Float32Array
  /** How far the yarns tilt the surface, to the right and down. */
  tiltX: Float32Array
  tiltY: Float32Array
  /** How open each point lies to the sky, 0..1. */
  openness: Float32Array
}
