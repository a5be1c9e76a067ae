import { blur } from './blur.ts'
import { newSurfacePoint, type SurfacePoint } from './cloth-map.ts'
import type { Light } from './colour.ts'
import { type Grid, xOf, yOf } from './grid.ts'
import type { Material, MaterialPlace } from './material.ts'
import { cloudNoise, smoothNoise } from './noise.ts'
import { clamp, mix, smoothstep } from './numbers.ts'
import { type NumericMap, read } from './numeric-map.ts'
import type { Relief } from './relief.ts'
import { lampVisibility } from './shadow.ts'
import { halfway, unit, type Vector } from './vectors.ts'

export type Studio = {
  toLamp: Vector
  lampStrength: number
  /** Light from the room. */
  skyStrength: number
  /** Light from the right that draws the far edge of a body. */
  rimStrength: number
  /** The lamp stands near: bright around a point, dimmer away from it. */
  falloff: { x: number; y: number; near: number; far: number }
  shadow: { spread: number; samples: number; reachCm: number }
  /** Darkening of hollows, by the size of the hollow. */
  hollows: { radiusCm: number; strength: number }[]
  /** Colour of the bare ground; left out, the ground stays transparent and carries only the shadow. */
  ground?: (x: number, y: number) => Light
}

export type LitPicture = {
  widthPx: number
  heightPx: number
  /** Three values a pixel. */
  colour: Float32Array
  alpha: Float32Array
}

/** The lamp is a little warm and the room a little cool, as by a window in the afternoon. */
const lampColour: Light = [1.045, 1, 0.94]
const roomColour: Light = [0.94, 0.98, 1.07]
/** Shadow on bare ground: near-black navy, so that one file lies on any paper. */
const shadowColour: Light = [0.01, 0.013, 0.024]

const toRim = unit(0.75, -0.15, 0.5)

/** Per pixel, what is known before any material is asked. */
type Exposure = { lamp: NumericMap; open: NumericMap; groundLamp: NumericMap }

export function lightRelief(relief: Relief, studio: Studio): LitPicture {
  const { grid } = relief
  const area = grid.widthPx * grid.heightPx
  const picture: LitPicture = {
    widthPx: grid.widthPx,
    heightPx: grid.heightPx,
    colour: new Float32Array(area * 3),
    alpha: new Float32Array(area),
  }
  const exposure = expose(relief, studio)
  const shader = new Shader(relief, studio)
  for (let pixel = 0; pixel < area; pixel++) {
    const x = xOf(grid, pixel % grid.widthPx)
    const y = yOf(grid, Math.floor(pixel / grid.widthPx))
    const lamp = read(exposure.lamp, pixel)
    const open = read(exposure.open, pixel)
    const material = relief.materials[read(relief.materialAt, pixel)]
    let colour: Light
    if (material && read(relief.materialAt, pixel) >= 0) {
      colour = shader.shade(material, pixel, lamp, open)
      picture.alpha[pixel] = 1
    } else if (studio.ground) {
      const light = (0.34 + 0.66 * lamp) * open ** 0.32
      const ground = studio.ground(x, y)
      colour = [ground[0] * light, ground[1] * light, ground[2] * light]
      picture.alpha[pixel] = 1
    } else {
      colour = shadowColour
      picture.alpha[pixel] = clamp(
        (1 - read(exposure.groundLamp, pixel)) * 0.36 + (1 - open ** 0.8) * 0.16,
        0,
        0.62,
      )
    }
    const isShadowOnly = picture.alpha[pixel] !== 1
    const fall = isShadowOnly ? 1 : falloffAt(grid, studio.falloff, x, y)
    for (let channel = 0; channel < 3; channel++)
      picture.colour[pixel * 3 + channel] = (colour[channel] ?? 0) * fall
  }
  return picture
}

function falloffAt(grid: Grid, falloff: Studio['falloff'], x: number, y: number): number {
  const diagonalCm = Math.hypot(grid.widthPx, grid.heightPx) / grid.pxPerCm
  const distance = Math.hypot(x - falloff.x, y - falloff.y) / diagonalCm
  return mix(falloff.near, falloff.far, smoothstep(0, 1, distance))
}

function expose({ grid, heightCm }: Relief, studio: Studio): Exposure {
  const lamp = lampVisibility(grid, heightCm, { toLight: studio.toLamp, ...studio.shadow })
  const open = new Float32Array(heightCm.length).fill(1)
  for (const { radiusCm, strength } of studio.hollows) {
    // A point that lies below its surroundings sees less of the sky.
    const radiusPx = Math.max(1, Math.round((radiusCm * grid.pxPerCm) / 2))
    const around = blur(heightCm, grid.widthPx, grid.heightPx, radiusPx)
    for (let pixel = 0; pixel < open.length; pixel++) {
      const depth = Math.max(0, read(around, pixel) - read(heightCm, pixel))
      open[pixel] = read(open, pixel) * Math.exp(-strength * depth)
    }
  }
  const groundLamp = studio.ground
    ? lamp
    : blur(lamp, grid.widthPx, grid.heightPx, Math.round(0.34 * grid.pxPerCm))
  return { lamp, open, groundLamp }
}

/** Asks a material for its look and adds up the light that comes back to the viewer. */
class Shader {
  private readonly relief: Relief
  private readonly studio: Studio
  private readonly glint: Vector
  private readonly surface: SurfacePoint = newSurfacePoint()
  private readonly place: MaterialPlace = { uCm: 0, vCm: 0, pixel: 0 }

  constructor(relief: Relief, studio: Studio) {
    this.relief = relief
    this.studio = studio
    this.glint = halfway(studio.toLamp)
  }

  shade(material: Material, pixel: number, lamp: number, openToSky: number): Light {
    const { relief, studio, surface, place } = this
    const { toLamp } = studio
    place.uCm = read(relief.clothU, pixel)
    place.vCm = read(relief.clothV, pixel)
    place.pixel = pixel
    surface.tiltX = 0
    surface.tiltY = 0
    surface.openness = 1
    material.look(place, surface)

    const angle = read(relief.clothAngle, pixel)
    const grain = 0.75 * (material.grain ?? 1)
    const cos = Math.cos(angle)
    const sin = Math.sin(angle)
    const tiltX = -read(relief.slopeX, pixel) + (surface.tiltX * cos - surface.tiltY * sin) * grain
    const tiltY = -read(relief.slopeY, pixel) + (surface.tiltX * sin + surface.tiltY * cos) * grain
    const up = 1 / Math.hypot(tiltX, tiltY, 1)
    const normalX = tiltX * up
    const normalY = tiltY * up
    const open = openToSky * mix(1, surface.openness, material.grainShade ?? 0.8)

    const facing = normalX * toLamp[0] + normalY * toLamp[1] + up * toLamp[2]
    const diffuse = clamp((facing + material.lightWrap) / (1 + material.lightWrap))
    const rim = clamp(normalX * toRim[0] + normalY * toRim[1] + up * toRim[2]) * studio.rimStrength
    const fromLamp = diffuse * studio.lampStrength * mix(0.06, 1, lamp) * mix(1, open, 0.35)
    const fromRoom = studio.skyStrength * (0.72 - 0.28 * normalY) * open + rim * open * 0.5
    const glance = clamp(normalX * this.glint[0] + normalY * this.glint[1] + up * this.glint[2])
    const share = read(relief.lightShare, pixel)

    if (material.pile) return this.shadePile(material.pile, up, lamp, open, fromLamp, fromRoom, facing, share)

    let mirrored = 0
    if (material.gloss) {
      mirrored += material.gloss.strength * glance ** material.gloss.sharpness * mix(0.08, 1, lamp)
    }
    if (material.fuzz) mirrored += material.fuzz * (1 - up) ** 3 * open * (0.3 + 0.7 * lamp)
    if (material.mirrors) {
      const seen = material.mirrors(2 * up * normalX, 2 * up * normalY, 2 * up * up - 1)
      mirrored += seen * mix(0.35, 1, lamp) * open
    }
    const tint = material.mirrorTint
    const lit = (albedo: number, channel: 0 | 1 | 2): number =>
      (albedo * (fromLamp * lampColour[channel] + fromRoom * roomColour[channel]) +
        mirrored * (tint ? tint[channel] : 1) * lampColour[channel]) *
      share
    return [lit(surface.red, 0), lit(surface.green, 1), lit(surface.blue, 2)]
  }

  /** Velvet swallows light that falls straight down its pile and glows where it turns away. */
  private shadePile(
    strength: number,
    up: number,
    lamp: number,
    open: number,
    fromLamp: number,
    fromRoom: number,
    facing: number,
    share: number,
  ): Light {
    const { surface, place } = this
    const { uCm, vCm } = place
    const nap =
      0.8 +
      0.4 * cloudNoise(uCm * 1.3, vCm * 0.5, 3, 3) +
      0.34 * (smoothNoise(uCm * 9, vCm * 5, 3) - 0.5) +
      0.3 * (smoothNoise(uCm * 26, vCm * 15, 6) - 0.5)
    const glow =
      strength * 0.9 * (1 - up) ** 1.15 * (0.35 + 0.65 * lamp) * open * (0.6 + 0.4 * clamp(facing + 0.4))
    const lit = (albedo: number, channel: 0 | 1 | 2): number =>
      (albedo * ((fromLamp + fromRoom) * 0.34 + 0.03) + (albedo * 3.2 + 0.03) * glow) *
      nap *
      lampColour[channel] *
      share
    return [lit(surface.red, 0), lit(surface.green, 1), lit(surface.blue, 2)]
  }
}
