import * as drawn from '../outlines/table.ts'
import type { Light } from '../renderer/colour.ts'
import { plain } from '../renderer/materials.ts'
import { cloudNoise } from '../renderer/noise.ts'
import { edgeRoll, smoothstep } from '../renderer/numbers.ts'
import { ellipse, outline, type Point, placed } from '../renderer/outline.ts'
import type { Relief } from '../renderer/relief.ts'

/** A piece of tailor's chalk with bevelled edges and a pressed maker's mark. */
export function layChalk(relief: Relief, at: Point, angle: number, colour: Light): void {
  const ground = relief.heightAt(at[0], at[1])
  relief.lay({
    area: placed(outline(drawn.chalkPiece), at, angle),
    edgeReachCm: 2,
    material: {
      lightWrap: 0.35,
      look: ({ uCm, vCm }, into) => {
        const dust = 0.86 + 0.2 * cloudNoise(uCm * 3, vCm * 3, 4, 4)
        into.red = colour[0] * dust
        into.green = colour[1] * dust
        into.blue = colour[2] * dust
      },
    },
    heightCm: ({ x, y, edgeCm }) => {
      const mark = 0.1 * smoothstep(0.7, 0.55, Math.hypot(x - at[0], y - at[1]))
      return ground + 0.12 + 0.62 * smoothstep(0, 0.85, edgeCm) + 0.04 * cloudNoise(x * 6, y * 6, 4, 2) - mark
    },
  })
}

const needle = plain([0.35, 0.36, 0.38], { gloss: { strength: 0.8, sharpness: 20 } })
const needleLengthCm = 3.4

/** A pin with a glass head. */
export function layPin(relief: Relief, head: Point, angle: number, colour: Light): void {
  const tip: Point = [head[0] + needleLengthCm * Math.cos(angle), head[1] + needleLengthCm * Math.sin(angle)]
  relief.layStick(head, tip, 0.055, 0.16, relief.add(needle))
  const ground = relief.heightAt(head[0], head[1])
  relief.lay({
    area: ellipse(head, 0.25),
    material: plain(colour, { gloss: { strength: 0.7, sharpness: 40 } }),
    heightCm: ({ edgeCm }) => ground + 0.42 * edgeRoll(edgeCm, 0.25),
  })
}
