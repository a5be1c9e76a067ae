import { baste, layLooseEnd } from '../garment/basting.ts'
import { sewButton } from '../garment/button.ts'
import { sewFront } from '../garment/front-panel.ts'
import { layBackNeck } from '../garment/neck.ts'
import { setSleeve } from '../garment/sleeve.ts'
import * as jacket from '../outlines/jacket.ts'
import { type Cloth, navyHerringbone, poplin } from '../renderer/cloths.ts'
import { lightOf } from '../renderer/colour.ts'
import { gridOver } from '../renderer/grid.ts'
import { type LitPicture, lightRelief } from '../renderer/light.ts'
import { horn, suiting, thread, toned } from '../renderer/materials.ts'
import { outline, type Point } from '../renderer/outline.ts'
import { Relief } from '../renderer/relief.ts'
import { unit } from '../renderer/vectors.ts'

/** The paper lies this far in front of the deepest point, so that the jacket's shadow stays close to it. */
const paperHeightCm = 4.8

/** Half a jacket at its first fitting, held with basting thread, on nothing but its own shadow. */
export function renderHero(pxPerCm: number, cloth: Cloth = navyHerringbone): LitPicture {
  const relief = new Relief(gridOver(jacket.pictureBoxCm, pxPerCm), paperHeightCm)
  const wool = suiting(cloth, 10, { gloss: { strength: 0.015, sharpness: 10 } })
  const linen = toned(poplin, 30, [0.6, 0.6, 0.6], { grain: 0.25, grainShade: 0.3 })
  const dark = horn(lightOf('#3a2c22'))
  const silk = thread(lightOf('#8a6a3c'))

  layBackNeck(relief, wool, 'half')
  sewFront(relief, 'left', { cloth: wool, lapel: 'notch', pocketSquare: linen })
  setSleeve(relief, 'left', wool)
  for (const at of jacket.cuffButtons)
    sewButton(relief, { ...at, radiusCm: 0.72, thicknessCm: 0.5 }, dark, silk)
  for (const at of jacket.frontButtons)
    sewButton(relief, { ...at, radiusCm: 1.12, thicknessCm: 0.32 }, dark, silk)
  workLapelButtonhole(relief)
  bastJacket(relief)

  return lightRelief(relief, {
    toLamp: unit(-0.52, -0.6, 0.62),
    lampStrength: 2.35,
    skyStrength: 0.3,
    rimStrength: 0.3,
    falloff: { x: 2, y: 6, near: 1.24, far: 0.56 },
    shadow: { spread: 0.14, samples: 28, reachCm: 16 },
    hollows: [
      { radiusCm: 0.35, strength: 2 },
      { radiusCm: 1.4, strength: 0.5 },
      { radiusCm: 4, strength: 0.14 },
    ],
  })
}

function bastJacket(relief: Relief): void {
  const white = thread([0.82, 0.8, 0.74])
  const sew = (pathData: string, stitchCm: number, gapCm: number, seed: number): void =>
    baste(relief, { line: outline(pathData), stitchCm, gapCm, radiusCm: 0.085, thread: white, seed })
  sew(jacket.basting.lapelEdge, 1.35, 0.62, 3)
  sew(jacket.basting.frontEdgeAndHem, 1.35, 0.62, 5)
  sew(jacket.basting.armhole, 0.95, 0.5, 7)
  sew(jacket.basting.rollLine, 1.5, 0.9, 9)
  sew(jacket.basting.sleeveCuff, 1.2, 0.6, 11)
  layLooseEnd(
    relief,
    outline('M 21.4 76.3 C 22.4 76.1 22.2 75 21.3 74.6 C 20.4 74.2 20 75.2 20.6 75.4'),
    0.075,
    white,
  )
  layLooseEnd(
    relief,
    outline('M 19.6 28.3 C 19.9 29.2 19.3 29.9 18.7 30.6 C 18.2 31.2 18.5 32 19 32.4'),
    0.075,
    white,
  )
}

/** Silk stitches side by side over the slit, in the one accent colour. */
function workLapelButtonhole(relief: Relief): void {
  const silk = relief.add(thread(lightOf('#d9a23a')))
  const [from, to] = ends(jacket.lapelButtonhole)
  const stitches = 26
  for (let stitch = 0; stitch < stitches; stitch++) {
    const share = stitch / (stitches - 1)
    const x = from[0] + (to[0] - from[0]) * share
    const y = from[1] + (to[1] - from[1]) * share
    relief.layStick([x - 0.07, y - 0.14], [x + 0.07, y + 0.14], 0.05, 0.08, silk)
  }
}

function ends(pathData: string): [Point, Point] {
  const line = outline(pathData)
  return [line[0] ?? [0, 0], line.at(-1) ?? [0, 0]]
}
