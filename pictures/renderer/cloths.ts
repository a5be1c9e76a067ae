import { barathea, herringbone, hopsack, plainWeave, twill, type Weave } from './weaves.ts'

/** What a mill would need to know to weave a cloth. Colours are those of the yarn in full light. */
export type Cloth = {
  weave: Weave
  /** Colour of each end in turn; begins again when it is used up. */
  warp: string[]
  /** Colour of each pick in turn. */
  weft: string[]
  /** Size of the seamless piece. A multiple of the weave's repeat and of the colour sequences. */
  tile: { ends: number; picks: number }
  /** Yarn thickness over yarn spacing. */
  cover: number
  /** 0 is a clear-cut worsted, 1 a raised flannel. */
  hairiness: number
  /** Strength of the shine along the yarns. */
  lustre: number
  /** How unevenly the yarns lie, where 1 is a worsted. */
  unevenness?: number
  /** Milled cloth is felted after weaving, which blurs its yarns into each other. */
  milled?: boolean
}

const run = (colour: string, count: number): string[] => new Array<string>(count).fill(colour)

const inTurn = (colours: string[], times: number): string[] => new Array<string[]>(times).fill(colours).flat()

/** Two and two, then four and four, both ways: the glen check, with two overcheck yarns in its fine block. */
function glenCheck(dark: string, light: string, overcheck: string): string[] {
  const sequence = [
    ...inTurn([dark, dark, light, light], 7),
    ...inTurn([...run(dark, 4), ...run(light, 4)], 4),
  ]
  sequence[13] = overcheck
  sequence[14] = overcheck
  return sequence
}

const greyGlen = glenCheck('#2a2d33', '#b7b3a8', '#3c5f96')
const warmGlen = glenCheck('#33363c', '#8e8e8d', '#7a4a35')
const houndstoothRow = [...run('#16181d', 4), ...run('#d6d0c2', 4)]

export const navyHerringbone: Cloth = {
  weave: herringbone(12),
  warp: ['#303a53'],
  weft: ['#10141f'],
  tile: { ends: 48, picks: 48 },
  cover: 1.06,
  hairiness: 0.25,
  lustre: 0.16,
}

export const greyHerringbone: Cloth = {
  weave: herringbone(16),
  warp: ['#7d8189'],
  weft: ['#23262e'],
  tile: { ends: 64, picks: 64 },
  cover: 1.06,
  hairiness: 0.35,
  lustre: 0.1,
}

export const chalkStripe: Cloth = {
  weave: twill,
  warp: [...run('#3b3f47', 22), ...run('#c3c4c3', 2), ...run('#3b3f47', 16)],
  weft: ['#2d3138'],
  tile: { ends: 80, picks: 80 },
  cover: 1.08,
  hairiness: 1,
  lustre: 0.04,
  milled: true,
}

export const glen: Cloth = {
  weave: twill,
  warp: greyGlen,
  weft: greyGlen,
  tile: { ends: 120, picks: 120 },
  cover: 1.06,
  hairiness: 0.3,
  lustre: 0.1,
}

export const glenWithRust: Cloth = { ...glen, warp: warmGlen, weft: warmGlen, lustre: 0.08 }

export const houndstooth: Cloth = {
  weave: twill,
  warp: houndstoothRow,
  weft: houndstoothRow,
  tile: { ends: 96, picks: 96 },
  cover: 1.06,
  hairiness: 0.3,
  lustre: 0.1,
}

export const rustTwill: Cloth = {
  weave: twill,
  warp: ['#8a4a2b'],
  weft: ['#6d3820'],
  tile: { ends: 96, picks: 96 },
  cover: 1.06,
  hairiness: 0.5,
  lustre: 0.1,
}

export const tobaccoLinen: Cloth = {
  weave: plainWeave,
  warp: ['#8d7350', '#937a58'],
  weft: ['#a48a66'],
  tile: { ends: 96, picks: 96 },
  cover: 1,
  hairiness: 0.3,
  lustre: 0.1,
  unevenness: 1.3,
}

export const midnightBarathea: Cloth = {
  weave: barathea,
  warp: ['#11141d'],
  weft: ['#0c0e16'],
  tile: { ends: 112, picks: 112 },
  cover: 1.05,
  hairiness: 0.15,
  lustre: 0.25,
}

export const poplin: Cloth = {
  weave: plainWeave,
  warp: ['#f2f1ec'],
  weft: ['#efeee9'],
  tile: { ends: 128, picks: 128 },
  cover: 1.02,
  hairiness: 0.05,
  lustre: 0.1,
}

export const standLinen: Cloth = {
  weave: plainWeave,
  warp: ['#cfc7b4', '#c6bca6'],
  weft: ['#d6cfbd'],
  tile: { ends: 96, picks: 96 },
  cover: 0.98,
  hairiness: 0.3,
  lustre: 0.05,
  unevenness: 1.6,
}

export const navyGrenadine: Cloth = {
  weave: hopsack,
  warp: ['#242c40'],
  weft: ['#151b2a'],
  tile: { ends: 72, picks: 72 },
  cover: 1.05,
  hairiness: 0.1,
  lustre: 0.3,
}
