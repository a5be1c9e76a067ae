import { meets, type Stretch } from './stretch.ts'

export interface InLane<Item> {
  item: Item
  stretch: Stretch
  /** From 0, the lowest that is free. */
  lane: number
  /** How many share the width: those that overlap each other, directly or through others. */
  lanes: number
}

/** Puts each into the lowest lane that is free for as long as it lasts; only what overlaps shares the width. */
export function inLanes<Item>(items: readonly { item: Item; stretch: Stretch }[]): InLane<Item>[] {
  const sorted = [...items].sort((a, b) => a.stretch.from - b.stretch.from)
  const placed: InLane<Item>[] = []
  let group: InLane<Item>[] = []
  let groupEnd = Number.NEGATIVE_INFINITY
  for (const { item, stretch } of sorted) {
    if (stretch.from >= groupEnd) group = []
    const taken = group.filter((other) => meets(other.stretch, stretch)).map(({ lane }) => lane)
    let lane = 0
    while (taken.includes(lane)) lane += 1
    const one = { item, stretch, lane, lanes: 1 }
    group.push(one)
    placed.push(one)
    groupEnd = Math.max(groupEnd, ...group.map((other) => other.stretch.to))
    const lanes = Math.max(...group.map((other) => other.lane)) + 1
    for (const other of group) other.lanes = lanes
  }
  return placed
}

/** Those that share the width, together. */
export function groupsOf<Item>(placed: readonly InLane<Item>[]): InLane<Item>[][] {
  const groups: InLane<Item>[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const one of placed) {
    if (one.stretch.from >= end) groups.push([])
    groups.at(-1)?.push(one)
    end = Math.max(end, one.stretch.to)
  }
  return groups
}
