import type { Services } from '../services.ts'
import type { Answers } from './answers.ts'

/** The signed-in devices. */
export const deviceCalls = ({ sessions }: Services) =>
  ({ devices: async () => ({ count: await sessions.count() }) }) satisfies Partial<Answers>
