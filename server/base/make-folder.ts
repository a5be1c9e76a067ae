import { existsSync, lchownSync, mkdirSync, statSync } from 'node:fs'
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

/**
 * Makes a folder, and those it is to lie in, for its owner's eyes only. Node's own way of making several never ends where
 * a file system has the folder above and refuses this one as not there, as /proc does.
 * @throws what the system refuses
 */
export function makeFolder(folder: string): void {
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
    giveToFoldersOwner(folder)
  } catch (error) {
    // It is there already, or another process was faster.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
