/** The database refused a row, because a constraint that guards the appointments would break. */
export class StorageConflict extends Error {
  override name = 'StorageConflict'
}

const attemptsMax = 5

/**
 * Does work again that stood in another's way: another process took the seat between our look and our write, or both
 * waited for each other.
 * @throws {StorageConflict} when it still does
 */
export async function despiteConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attemptsMax || !(error instanceof StorageConflict)) throw error
    }
  }
}
