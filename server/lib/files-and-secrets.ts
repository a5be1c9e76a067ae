import { hash, randomBytes } from 'node:crypto'
import {
  existsSync,
  lchownSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { getErrorCode } from './errors.ts'

/** Gives a file that root created to the owner of its folder, so the server's account can read it. */
export function giveToFolderOwner(path: string): void {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(path))
  try {
    lchownSync(path, uid, gid)
  } catch {
    // Some root users may not do that, and some disks have no owners.
  }
}

/** Creates a private folder and its parents. Node's recursive mkdir never ends on a file system like /proc. */
export function makeFolder(folder: string): void {
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
    giveToFolderOwner(folder)
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

export interface SecretStore {
  keep(name: string, make: () => Promise<string>): Promise<string>
}

export const newToken = () => randomBytes(32).toString('base64url')

/** Returns the stored form of a token. It has 256 random bits, so a plain digest is enough. */
export const hashToken = (token: string) => hash('sha256', token)

export const hashKey = (key: string) => hash('sha256', key, 'base64url')

export function createSecretFiles(dataDir: string): SecretStore {
  return {
    async keep(name, make) {
      const file = join(dataDir, name)
      if (existsSync(file)) {
        const kept = readFileSync(file, 'utf8')
        if (kept.trim() !== '') return kept
        // A power cut can leave an empty file, which isn't a secret.
        rmSync(file, { force: true })
      }
      makeFolder(dataDir)
      const unfinished = `${file}.${process.pid}.tmp`
      writeFileSync(unfinished, await make(), { mode: 0o600, flush: true })
      giveToFolderOwner(unfinished)
      try {
        // All or nothing. If another process was first, its file stays.
        linkSync(unfinished, file)
      } catch (error) {
        if (getErrorCode(error) !== 'EEXIST') throw error
      } finally {
        rmSync(unfinished)
      }
      return readFileSync(file, 'utf8')
    },
  }
}
