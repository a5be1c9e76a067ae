import { tableCm } from '../outlines/table.ts'
import { lightOf } from '../renderer/colour.ts'
import { gridOver } from '../renderer/grid.ts'
import { type LitPicture, lightRelief } from '../renderer/light.ts'
import { Relief } from '../renderer/relief.ts'
import { unit } from '../renderer/vectors.ts'
import { spreadCloth } from '../table/cloth-length.ts'
import { spreadDraftingPaper } from '../table/drafting-paper.ts'
import { fanSamples } from '../table/samples.ts'
import { layShears } from '../table/shears.ts'
import { layChalk, layPin } from '../table/small-tools.ts'
import { layTapeMeasure } from '../table/tape-measure.ts'

/** The cutting table from above, as a client finds it at the first visit. */
export function renderTable(pxPerCm: number): LitPicture {
  const relief = new Relief(gridOver({ x: 0, y: 0, ...tableCm }, pxPerCm), 0)
  spreadDraftingPaper(relief)
  spreadCloth(relief)
  fanSamples(relief)
  layTapeMeasure(relief)
  layShears(relief, [49.6, 14.5], Math.PI - 0.42)
  layChalk(relief, [55.2, 25.2], 0.5, [0.6, 0.61, 0.6])
  layChalk(relief, [27.6, 37.6], -0.35, [0.13, 0.2, 0.33])
  layPin(relief, [28.5, 4.6], 0.5, lightOf('#a8442a'))
  layPin(relief, [30.2, 3.4], 0.85, lightOf('#d9a832'))
  layPin(relief, [18.8, 13.2], 2.5, lightOf('#e8e6df'))
  return lightRelief(relief, {
    toLamp: unit(-0.5, -0.62, 0.6),
    lampStrength: 1.85,
    skyStrength: 0.3,
    rimStrength: 0.3,
    falloff: { x: 0, y: 0, near: 1.12, far: 0.66 },
    shadow: { spread: 0.14, samples: 14, reachCm: 10 },
    hollows: [
      { radiusCm: 0.25, strength: 1.3 },
      { radiusCm: 0.8, strength: 0.7 },
      { radiusCm: 2.2, strength: 0.3 },
    ],
  })
}
