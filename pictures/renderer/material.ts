import type { SurfacePoint } from './cloth-map.ts'

/** Where a material is asked for its colour: cloth coordinates in centimetres, and the pixel. */
export type MaterialPlace = { uCm: number; vCm: number; pixel: number }

/** How a surface answers light. Everything that is left out is absent. */
export type Material = {
  /** Colour and fine structure at a place. */
  look: (place: MaterialPlace, into: SurfacePoint) => void
  /** How far light creeps round to the shaded side; wool and paper scatter it further than horn does. */
  lightWrap: number
  /** Weight of the fine structure's tilt. */
  grain?: number
  /** Weight of the fine structure's own shade. */
  grainShade?: number
  /** A highlight of the lamp. */
  gloss?: { strength: number; sharpness: number }
  /** Light caught by loose fibres where the surface turns away. */
  fuzz?: number
  /** What the surface mirrors, by the direction it looks in. Satin, steel and enamel live from this. */
  mirrors?: (x: number, y: number, z: number) => number
  /** Colour of the mirrored light, when the metal itself is coloured. */
  mirrorTint?: readonly [number, number, number]
  /** Short pile, brightest where it turns away: velvet. */
  pile?: number
}
