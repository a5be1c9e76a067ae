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
import { codeOf } from './errors.ts'

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
/** Where secrets are kept that processes share. */
export interface SecretStore {
  /** The secret of that name; the first who asks makes it. */
  keep(name: string, make: () => Promise<string>): Promise<string>
}

const tokenBytes = 32

/** A secret that opens something to whoever has it. */
export const newToken = () => randomBytes(tokenBytes).toString('base64url')

/** What is kept of a token. It has 256 bits of chance, so that a plain digest tells nothing of it. */
export const digestOf = (token: string) => hash('sha256', token)

/** What is counted need not be read back, and addresses are nobody's business. */
export const digestOfKey = (key: string) => hash('sha256', key, 'base64url')

/** Secrets as files of the data folder, for its owner's eyes only. */
export function secretFiles(dataDir: string): SecretStore {
  return {
    async keep(name, make) {
      const file = join(dataDir, name)
      if (existsSync(file)) {
        const kept = readFileSync(file, 'utf8')
        if (kept.trim() !== '') return kept
        // What a power cut has left is no secret: everybody knows it.
        rmSync(file, { force: true })
      }
      makeFolder(dataDir)
      const unfinished = `${file}.${process.pid}.tmp`
      writeFileSync(unfinished, await make(), { mode: 0o600, flush: true })
      giveToFoldersOwner(unfinished)
      try {
        // Whole or not at all; where another process was first, its file stays.
        linkSync(unfinished, file)
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error
      } finally {
        rmSync(unfinished)
      }
      return readFileSync(file, 'utf8')
    },
  }
}
