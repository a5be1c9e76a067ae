import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveToFoldersOwner, makeFolder } from '../base/make-folder.ts'
import type { SecretStore } from '../base/secret-store.ts'

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Secrets as files of the data folder, for its owner's eyes only. */
export function secretFiles(dataDir: string): SecretStore {
  return {
    async keep(name, make) {
      const file = join(dataDir, name)
      const known = read(file)
      if (known !== null) return known
      makeFolder(dataDir)
      const unfinished = `${file}.${process.pid}.tmp`
      writeFileSync(unfinished, await make(), { mode: 0o600 })
      giveToFoldersOwner(unfinished)
      try {
        // Whole or not at all; where another process was first, its file stays.
        linkSync(unfinished, file)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      } finally {
        rmSync(unfinished)
      }
      return readFileSync(file, 'utf8')
    },
  }
}
