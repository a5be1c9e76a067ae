/** The longest length of cloth takes between 75 and 90 % of the width. */
const shareMin = 0.75

const shareMax = 0.9

/** Steps at which a tape has its numerals: 1, 2, 5, 10, 20, 50 and so on, so that there are about five of them. */
export function roundStep(longest: number): number {
  const rough = longest / 5
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)))
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= rough) ?? 10 * power
}

/** How many units the whole width stands for: a multiple of the step where one lies within the bounds. */
export function widthInUnits(longest: number): number {
  const step = roundStep(longest)
  const rounded = Math.ceil(longest / shareMax / step) * step
  return longest / rounded >= shareMin ? rounded : longest / ((shareMin + shareMax) / 2)
}
