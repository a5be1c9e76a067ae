import { sources } from '#shop/sources.ts'

/** The ids that a new booking can store. */
export const sourceIds: readonly string[] = Object.keys(sources)

/** A source that the shop has since removed appears by its short name: "radio" as "Radio". */
export const sourceWords = (id: string): string =>
  sources[id] ?? id.replace(/^./u, (first) => first.toUpperCase())
