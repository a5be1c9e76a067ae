import { start } from '../../copy/terminal.ts'
import { StorageUnavailable } from '../appointments/ports.ts'
import { PageMissing } from '../built-page.ts'
import { ConfigFault } from '../config/config.ts'

/** A sentence for what the owner can put right; anything else is ours to mend, and comes with its stack. */
export function explain(error: unknown): unknown {
  if (error instanceof ConfigFault || error instanceof PageMissing) return error.message
  if (error instanceof StorageUnavailable) return start.noDatabase(error.message)
  const { code = '', syscall } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  // What is not there can be many things; only a folder is made.
  return start.refusals.get(code === 'ENOENT' ? `${code} ${syscall}` : code) ?? error
}
