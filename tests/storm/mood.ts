import type { Random } from './random.ts'

/** How a peer behaves at the moment. */
export type Mood = 'works' | 'storms'

/** What becomes of one request to a peer: how long it takes, and whether it fails in the end. */
export function fate(random: Random, mood: Mood): { delayMs: number; fails: boolean } {
  if (mood === 'works') return { delayMs: 0, fails: false }
  const luck = random()
  const fails = random() < 0.1
  if (luck < 0.02) return { delayMs: 4000 + random() * 5000, fails }
  return { delayMs: luck < 0.12 ? 200 + random() * 800 : random() * 20, fails }
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
