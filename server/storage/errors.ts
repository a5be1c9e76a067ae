/** The database refused a row, because a constraint that guards the appointments would break. */
export class StorageConflict extends Error {
  override name = 'StorageConflict'
}

/** The database cannot work at the moment: locked, full, read-only or out of reach. Trying later may help. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
}
