import { type FrontTailoring, sewFront } from '../garment/front-panel.ts'
import { layBackNeck } from '../garment/neck.ts'
import { hangTie, tieBow, tieKnot } from '../garment/neckwear.ts'
import { closeWithStuds, dressStand, shirting, turnCollarDown } from '../garment/shirt.ts'
import { glenWithRust, midnightBarathea, navyGrenadine } from '../renderer/cloths.ts'
import { lightOf } from '../renderer/colour.ts'
import { gridOver } from '../renderer/grid.ts'
import { type LitPicture, lightRelief } from '../renderer/light.ts'
import type { Material } from '../renderer/material.ts'
import { plain, satin, suiting, velvet } from '../renderer/materials.ts'
import { cloudNoise } from '../renderer/noise.ts'
import { Relief } from '../renderer/relief.ts'
import { unit } from '../renderer/vectors.ts'

/** Collar to upper chest; three to four. */
const frameCm = { x: -18, y: -9, width: 36, height: 48 }
const wallHeightCm = 2.2

type Design = {
  tailoring: FrontTailoring
  neckwear: { kind: 'tie'; silk: Material } | { kind: 'bow'; silk: Material }
  wall: string
}

export const renderSuit = (pxPerCm: number): LitPicture => {
  const cloth = suiting(glenWithRust, 10, { lightWrap: 0.2, grain: 0.8, fuzz: 0.03 })
  const silk = suiting(navyGrenadine, 16, {
    lightWrap: 0.1,
    grain: 0.5,
    fuzz: 0,
    gloss: { strength: 0.1, sharpness: 9 },
  })
  return renderDesign(pxPerCm, {
    tailoring: { cloth, lapel: 'notch', pocketSquare: shirting() },
    neckwear: { kind: 'tie', silk },
    wall: '#c9c4b6',
  })
}

export const renderTuxedo = (pxPerCm: number): LitPicture => {
  const cloth = suiting(midnightBarathea, 11, {
    lightWrap: 0.12,
    grain: 0.7,
    gloss: { strength: 0.02, sharpness: 8 },
  })
  return renderDesign(pxPerCm, {
    tailoring: { cloth, lapel: 'peak', facing: satin, pocketSquare: shirting() },
    neckwear: { kind: 'bow', silk: satin },
    wall: '#8d93a0',
  })
}

export const renderSpecialOccasion = (pxPerCm: number): LitPicture => {
  const cream = plain(lightOf('#c2b8a2'), { gloss: { strength: 0.05, sharpness: 10 } })
  return renderDesign(pxPerCm, {
    tailoring: { cloth: velvet(lightOf('#3d0c1a')), lapel: 'shawl', facing: satin, pocketSquare: cream },
    neckwear: { kind: 'bow', silk: satin },
    wall: '#b7a58c',
  })
}

/** A jacket on the stand, dressed from the neck outwards. */
function renderDesign(pxPerCm: number, { tailoring, neckwear, wall }: Design): LitPicture {
  const relief = new Relief(gridOver(frameCm, pxPerCm), wallHeightCm)
  const cotton = shirting()
  const isFormal = neckwear.kind === 'bow'
  layBackNeck(relief, tailoring.cloth, 'whole')
  dressStand(relief, cotton, isFormal ? 'pleated' : 'plain')
  if (isFormal) closeWithStuds(relief)
  else hangTie(relief, neckwear.silk)
  turnCollarDown(relief, cotton, isFormal ? 'short' : 'long')
  if (isFormal) tieBow(relief, neckwear.silk)
  else tieKnot(relief, neckwear.silk)
  sewFront(relief, 'right', tailoring)
  sewFront(relief, 'left', tailoring)

  const paint = lightOf(wall)
  return lightRelief(relief, {
    toLamp: unit(-0.52, -0.6, 0.62),
    lampStrength: 2,
    skyStrength: 0.3,
    rimStrength: 0.3,
    falloff: { x: -6, y: 4, near: 1.2, far: 0.62 },
    shadow: { spread: 0.14, samples: 16, reachCm: 10 },
    hollows: [
      { radiusCm: 0.35, strength: 1.6 },
      { radiusCm: 1.4, strength: 0.5 },
      { radiusCm: 4, strength: 0.14 },
    ],
    ground: (x, y) => {
      const trowel = 1.15 * (1 + 0.05 * (cloudNoise(x * 0.8, y * 0.8, 2, 3) - 0.5))
      return [paint[0] * trowel, paint[1] * trowel, paint[2] * trowel]
    },
  })
}
