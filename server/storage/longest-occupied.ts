/** No appointment occupies a fitter longer (a constraint says so); it bounds the search for what overlaps. */
export const longestOccupiedMs = 24 * 60 * 60_000
