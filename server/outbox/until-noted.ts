import { setTimeout as sleep } from 'node:timers/promises'

const noteAgainEveryMs = 200

/**
 * Writes down what is done. A database that is away must not make us do it again: nothing can be done meanwhile, and
 * what it does not know when it comes back is owed once more.
 *
 * @param stop - from then on a note that fails is given up
 * @throws what the database says, once it was stopped
 */
export async function untilNoted(note: () => Promise<void>, stop: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await note()
    } catch (error) {
      if (stop.aborted) throw error
      await sleep(noteAgainEveryMs)
    }
  }
}
