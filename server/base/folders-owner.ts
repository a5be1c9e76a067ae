import { lchownSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * What the administrator makes in a folder of somebody else goes to whom the folder belongs: a command that is run as
 * root leaves nothing behind that the server, under its own account, cannot read.
 */
export function giveToFoldersOwner(path: string): void {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(path))
  try {
    lchownSync(path, uid, gid)
  } catch {
    // Not every root may, nor does every disk know owners.
  }
}
