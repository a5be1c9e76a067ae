/** The database refused a row, because a constraint that guards the appointments would break. */
export class StorageConflict extends Error {
  override name = 'StorageConflict'
}
