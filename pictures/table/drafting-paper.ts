import * as drawn from '../outlines/table.ts'
import { lightOf } from '../renderer/colour.ts'
import { distanceToLine } from '../renderer/distance.ts'
import { cloudNoise, smoothNoise } from '../renderer/noise.ts'
import { mix, smoothstep, wrap } from '../renderer/numbers.ts'
import { read } from '../renderer/numeric-map.ts'
import { outline } from '../renderer/outline.ts'
import type { Relief } from '../renderer/relief.ts'

const paper = lightOf('#b3a991')
const pencil = lightOf('#22304f')
const redPencil = lightOf('#a8442a')
const dashCm = 1
const dashAndGapCm = 1.6

/** Covers the table with pattern paper on which a front has been drafted. */
export function spreadDraftingPaper(relief: Relief): void {
  const { grid } = relief
  const lines = drawn.draftLines.map((line) => distanceToLine(grid, outline(line), 0.4).distanceCm)
  const correction = distanceToLine(grid, outline(drawn.correctionLine), 0.4)
  relief.lay({
    area: new Uint8Array(grid.widthPx * grid.heightPx).fill(1),
    heightCm: ({ x, y }) => 0.05 * cloudNoise(x * 0.15, y * 0.15, 5, 2),
    material: {
      lightWrap: 0.2,
      look: ({ uCm, vCm, pixel }, into) => {
        const pulp =
          0.93 +
          0.1 * cloudNoise(uCm * 2.2, vCm * 2.2, 3, 4) +
          0.05 * (smoothNoise(uCm * 26, vCm * 9, 8) - 0.5)
        const nearest = Math.min(...lines.map((line) => read(line, pixel)))
        // Graphite catches on the grain of the paper.
        const grip = 0.66 + 0.3 * smoothNoise(uCm * 15, vCm * 15, 12)
        const drawnShare = smoothstep(0.085, 0.045, nearest) * grip
        const isDash = wrap(read(correction.alongCm, pixel), dashAndGapCm) < dashCm
        const redShare = isDash ? 0.8 * smoothstep(0.09, 0.05, read(correction.distanceCm, pixel)) : 0
        const ink = (channel: 0 | 1 | 2): number =>
          mix(mix(paper[channel] * pulp, pencil[channel], drawnShare), redPencil[channel], redShare)
        into.red = ink(0)
        into.green = ink(1)
        into.blue = ink(2)
      },
    },
  })
}
