import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { giveToFoldersOwner } from './folders-owner.ts'

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
