import { wrap } from './numbers.ts'

/** A weave: which yarn lies on top where an end (warp, lengthwise) crosses a pick (weft, crosswise). */
export type Weave = {
  /** Whether the end passes over the pick. */
  endIsOver: (end: number, pick: number) => boolean
  /** After this many ends and picks the weave begins again. */
  repeat: { ends: number; picks: number }
}

/** Over one, under one. */
export const plainWeave: Weave = {
  endIsOver: (end, pick) => wrap(end + pick, 2) === 0,
  repeat: { ends: 2, picks: 2 },
}

/** Over two, under two, one step to the side with each pick: the diagonal of most suitings. */
export const twill: Weave = {
  endIsOver: (end, pick) => wrap(pick - end, 4) < 2,
  repeat: { ends: 4, picks: 4 },
}

/**
 * Twill that turns back every `bandEnds` ends, a multiple of four. Each turn is a clean cut: where the last end of a
 * band lies on top, the first of the next lies below, so that no float runs across.
 */
export function herringbone(bandEnds: number): Weave {
  return {
    endIsOver: (end, pick) => {
      const position = wrap(end, 2 * bandEnds)
      return position < bandEnds ? wrap(pick - position, 4) < 2 : wrap(pick + position - bandEnds - 1, 4) < 2
    },
    repeat: { ends: 2 * bandEnds, picks: 4 },
  }
}

/** Each pair of rows moves the rib on by one end, which gives the pebbled face of dinner cloth. */
const baratheaRows = ['1100', '1100', '0110', '0110', '0011', '0011', '1001', '1001']

/** A broken rib on four ends and eight picks. */
export const barathea: Weave = {
  endIsOver: (end, pick) => baratheaRows[wrap(pick, 8)]?.[wrap(end, 4)] === '1',
  repeat: { ends: 4, picks: 8 },
}

/** Squares of three ends by three picks, alternating: a grenadine-like gauze for ties. */
export const hopsack: Weave = {
  endIsOver: (end, pick) => (Math.floor(wrap(end, 6) / 3) + Math.floor(wrap(pick, 6) / 3)) % 2 === 0,
  repeat: { ends: 6, picks: 6 },
}
