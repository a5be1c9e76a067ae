import * as drawn from '../outlines/table.ts'
import {
  type Cloth,
  glen,
  glenWithRust,
  greyHerringbone,
  houndstooth,
  navyHerringbone,
  rustTwill,
  tobaccoLinen,
} from '../renderer/cloths.ts'
import { type Light, lightOf } from '../renderer/colour.ts'
import { brass, suiting } from '../renderer/materials.ts'
import { edgeRoll, mix, smoothstep } from '../renderer/numbers.ts'
import { ellipse, outline, type Point, type Polyline, placed, turned } from '../renderer/outline.ts'
import type { Relief } from '../renderer/relief.ts'

const rivet: Point = [5.6, 38.6]
const firstAngle = -1.62
const angleStep = 0.19
const swatchCm = { width: 14.2, height: 9 }
const stackStepCm = 0.3

/** From the bottom of the bunch to its top; fine patterns are shown a little closer. */
const bunch: { cloth: Cloth; pitchesPerCm: number }[] = [
  { cloth: houndstooth, pitchesPerCm: 16 },
  { cloth: rustTwill, pitchesPerCm: 15 },
  { cloth: glenWithRust, pitchesPerCm: 16 },
  { cloth: navyHerringbone, pitchesPerCm: 15 },
  { cloth: greyHerringbone, pitchesPerCm: 14 },
  { cloth: tobaccoLinen, pitchesPerCm: 15 },
  { cloth: glen, pitchesPerCm: 16 },
]

/** Fans a bunch of cloth samples about its rivet. */
export function fanSamples(relief: Relief): void {
  bunch.forEach(({ cloth, pitchesPerCm }, index) => {
    const angle = firstAngle + angleStep * index
    const swatch = pinked(swatchCm.width, swatchCm.height).map(
      ([x, y]): Point => [x - 1.2, y - swatchCm.height / 2],
    )
    relief.lay({
      area: placed(swatch, rivet, angle),
      material: suiting(cloth, pitchesPerCm, { lightWrap: 0.2, grain: 0.7, fuzz: 0.02 }),
      cutFrom: (x, y) => {
        const upright = angle + Math.PI / 2
        return [...turned(x - rivet[0], y - rivet[1], upright), upright]
      },
      heightCm: ({ x, y, edgeCm }) => {
        const [along, across] = turned(x - rivet[0], y - rivet[1], angle)
        const curl = smoothstep(6, 15, along) * (0.2 + 0.05 * index)
        const ripple = 0.12 * Math.sin(across * 0.7 + index)
        return 0.22 + stackStepCm * index + 0.1 * edgeRoll(edgeCm, 0.12) + curl + ripple
      },
    })
  })
  layCover(relief)
}

const toothCm = 0.42
const toothDepthCm = 0.22

/** A rectangle cut with pinking shears. */
function pinked(width: number, height: number): Polyline {
  const side = (from: Point, to: Point, outwards: Point): Polyline => {
    const teeth = Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / toothCm)
    return Array.from({ length: teeth * 2 }, (_, half): Point => {
      const share = half / (teeth * 2)
      const out = half % 2 === 1 ? toothDepthCm : 0
      return [mix(from[0], to[0], share) + outwards[0] * out, mix(from[1], to[1], share) + outwards[1] * out]
    })
  }
  return [
    ...side([0, 0], [width, 0], [0, -1]),
    ...side([width, 0], [width, height], [1, 0]),
    ...side([width, height], [0, height], [0, 1]),
    ...side([0, height], [0, 0], [-1, 0]),
  ]
}

const cardColour: Light = [0.5, 0.49, 0.45]
const inkColour = lightOf('#22304f')
const coverHeightCm = 2.55

/** The card on top, ruled for the mill's notes, and the rivet through everything. */
function layCover(relief: Relief): void {
  const angle = firstAngle + angleStep * (bunch.length - 1)
  relief.lay({
    area: placed(outline(drawn.sampleCover), rivet, angle),
    material: {
      lightWrap: 0.2,
      look: ({ uCm, vCm }, into) => {
        const [x, y] = turned(uCm - rivet[0], vCm - rivet[1], angle)
        const isFrame = Math.abs(Math.abs(y) - 4.1) < 0.05 || Math.abs(x - 2.8) < 0.05
        const isRule = Math.abs(y) < 3.2 && [0.9, 1.7, 2.4].some((rule) => Math.abs(x - rule) < 0.04)
        const ink = isFrame ? 0.8 : isRule ? 0.5 : 0
        into.red = mix(cardColour[0], inkColour[0], ink)
        into.green = mix(cardColour[1], inkColour[1], ink)
        into.blue = mix(cardColour[2], inkColour[2], ink)
      },
    },
    heightCm: ({ edgeCm }) => coverHeightCm + 0.1 * edgeRoll(edgeCm, 0.1),
  })
  const [rivetAt] = placed([[-1.2, 0]], rivet, angle)
  if (!rivetAt) return
  relief.lay({
    area: ellipse(rivetAt, 0.85),
    material: brass,
    heightCm: ({ x, y, edgeCm }) => {
      const hollow = 0.35 * smoothstep(0.42, 0.3, Math.hypot(x - rivetAt[0], y - rivetAt[1]))
      return coverHeightCm + 0.1 + 0.42 * edgeRoll(edgeCm, 0.45) - hollow
    },
  })
}
