import * as drawn from '../outlines/table.ts'
import { newSurfacePoint } from '../renderer/cloth-map.ts'
import { chalkStripe } from '../renderer/cloths.ts'
import { distanceToLine } from '../renderer/distance.ts'
import { suiting } from '../renderer/materials.ts'
import { cloudNoise, smoothNoise } from '../renderer/noise.ts'
import { clamp, edgeRoll, hill, mix, smoothstep } from '../renderer/numbers.ts'
import { read } from '../renderer/numeric-map.ts'
import { outline, turned } from '../renderer/outline.ts'
import type { Relief } from '../renderer/relief.ts'

const chalkWhite = 0.78
const foldRadiusCm = 0.8

/** Height of the spread cloth away from its fold: it never lies quite flat. */
export const clothHeightCm = (x: number, y: number): number =>
  0.55 +
  0.35 * cloudNoise(x * 0.07, y * 0.05, 12, 3) +
  0.18 * Math.sin(x * 0.35 + y * 0.08) * smoothstep(60, 36, x)

/** Spreads a length of chalk stripe over the right of the table, folded at its left, and chalks the cut on it. */
export function spreadCloth(relief: Relief): void {
  const { grid } = relief
  const toFold = distanceToLine(grid, outline(drawn.clothFold), 4).distanceCm
  const toChalk = drawn.chalkLines.map((line) => distanceToLine(grid, outline(line), 0.6).distanceCm)
  const wool = suiting(chalkStripe, 9, { lightWrap: 0.25, grain: 0.8, fuzz: 0.03 })
  const surface = newSurfacePoint()
  relief.lay({
    area: outline(drawn.clothLength),
    edgeReachCm: 2,
    material: {
      ...wool,
      look: (place, into) => {
        wool.look(place, surface)
        const nearest = Math.min(...toChalk.map((line) => read(line, place.pixel)))
        // Chalk stays on the raised yarns only, and dusts a little to both sides.
        const { uCm, vCm } = place
        const bite = 0.7 * smoothNoise(uCm * 9, vCm * 9, 4) + 0.5 * smoothNoise(uCm * 24, vCm * 24, 5)
        const line = clamp(1.25 * smoothstep(0.2, 0.03, nearest) - 0.55 * bite)
        const chalk = clamp(line + 0.1 * smoothstep(0.6, 0.1, nearest) * bite)
        Object.assign(into, surface)
        into.red = mix(surface.red, chalkWhite, chalk)
        into.green = mix(surface.green, chalkWhite, chalk)
        into.blue = mix(surface.blue, chalkWhite, chalk)
      },
    },
    cutFrom: (x, y) => [...turned(x, y, drawn.clothAngle), drawn.clothAngle],
    heightCm: ({ x, y, pixel }) => {
      const fold = read(toFold, pixel)
      return clothHeightCm(x, y) + 0.75 * edgeRoll(fold, foldRadiusCm) * hill(fold, 2.6)
    },
  })
}
