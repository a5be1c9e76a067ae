/** One number per pixel, row by row from the top left. */
export type NumericMap = Float32Array

/** Reads a value; outside the map it is 0, which spares every caller the question. */
export const read = (map: Float32Array | Uint8Array | Int16Array, at: number): number => map[at] ?? 0
