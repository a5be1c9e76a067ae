import * as drawn from '../outlines/table.ts'
import { lightOf } from '../renderer/colour.ts'
import { distanceToLine } from '../renderer/distance.ts'
import { smoothNoise } from '../renderer/noise.ts'
import { clamp, hill, mix, smoothstep, wrap } from '../renderer/numbers.ts'
import { read } from '../renderer/numeric-map.ts'
import { outline, type Polyline } from '../renderer/outline.ts'
import type { Relief } from '../renderer/relief.ts'
import { clothHeightCm } from './cloth-length.ts'

const halfWidthCm = 0.8
const inchCm = 2.54
/** The tape enters the picture at this length. */
const startCm = 4
const numeral = { widthCm: 0.36, heightCm: 0.62, gapCm: 0.16, strokeCm: 0.1 }
/** Lengths of the marks for each eighth of an inch, from the full inch on. */
const markLengthsCm = [1.6, 0.3, 0.44, 0.3, 0.62, 0.3, 0.44, 0.3]

const strokes = new Map<string, Polyline>(
  Object.entries(drawn.numerals).map(([digit, path]) => [digit, outline(path)]),
)

/** Lays the tape over paper, fold and cloth. */
export function layTapeMeasure(relief: Relief): void {
  const { grid } = relief
  const line = distanceToLine(grid, outline(drawn.tapeLine), halfWidthCm + 0.1)
  const area = new Uint8Array(grid.widthPx * grid.heightPx)
  const isOnTape = (pixel: number): boolean => {
    const along = read(line.alongCm, pixel)
    return read(line.distanceCm, pixel) < halfWidthCm && along > 0.01 && along < line.lengthCm - 0.01
  }
  for (let pixel = 0; pixel < area.length; pixel++) area[pixel] = isOnTape(pixel) ? 1 : 0
  const across = (pixel: number): number => read(line.distanceCm, pixel) * read(line.side, pixel)
  const brass = lightOf('#c49a3a')
  const ink = lightOf('#15161a')
  relief.lay({
    area,
    heightCm: ({ x, y, pixel }) => {
      const onCloth = smoothstep(32.6, 36, x + (y - 29) * 0.12)
      const overFold = clothHeightCm(x, y) + 0.75 * hill(x - 34.2, 1.6)
      return mix(0.08, overFold, onCloth) + 0.26 + 0.05 * (1 - (across(pixel) / halfWidthCm) ** 2)
    },
    material: {
      lightWrap: 0.2,
      gloss: { strength: 0.06, sharpness: 14 },
      look: ({ pixel }, into) => {
        const along = startCm + read(line.alongCm, pixel)
        const side = across(pixel)
        const weave = 0.94 + 0.12 * smoothNoise(along * 6, side * 22, 3)
        const print = Math.max(
          markAt(along, side),
          numeralAt(along, side),
          Math.abs(Math.abs(side) - 0.74) < 0.02 ? 0.4 : 0,
        )
        into.red = mix(brass[0] * weave, ink[0], print)
        into.green = mix(brass[1] * weave, ink[1], print)
        into.blue = mix(brass[2] * weave, ink[2], print)
      },
    },
  })
}

function markAt(alongCm: number, sideCm: number): number {
  const eighths = wrap(alongCm, inchCm) / (inchCm / 8)
  const nearest = Math.round(eighths)
  const lengthCm = markLengthsCm[nearest % 8] ?? 0
  const isOnMark = Math.abs(eighths - nearest) * (inchCm / 8) < 0.035
  return isOnMark && halfWidthCm + sideCm < lengthCm ? 0.85 : 0
}

/** Numerals stand just before their inch mark. */
function numeralAt(alongCm: number, sideCm: number): number {
  const inches = Math.round(alongCm / inchCm)
  if (inches < 1) return 0
  const digits = String(inches)
  const { widthCm, heightCm, gapCm, strokeCm } = numeral
  const advanceCm = widthCm + gapCm
  const firstCm = inches * inchCm - digits.length * advanceCm
  const place = Math.floor((alongCm - firstCm + gapCm / 2) / advanceCm)
  const stroke = strokes.get(digits[place] ?? '')
  if (!stroke) return 0
  const x = (alongCm - firstCm - place * advanceCm) / widthCm
  const y = (sideCm + 0.02) / heightCm
  if (y < -0.3 || y > 1.3) return 0
  return smoothstep(strokeCm, strokeCm / 2, toStroke(stroke, x, y) * widthCm)
}

function toStroke(stroke: Polyline, x: number, y: number): number {
  let nearest = Infinity
  let from = stroke[0]
  for (const to of stroke.slice(1)) {
    if (from) {
      const spanX = to[0] - from[0]
      const spanY = to[1] - from[1]
      const share = clamp(((x - from[0]) * spanX + (y - from[1]) * spanY) / (spanX ** 2 + spanY ** 2 || 1))
      nearest = Math.min(nearest, Math.hypot(x - from[0] - share * spanX, y - from[1] - share * spanY))
    }
    from = to
  }
  return nearest
}
