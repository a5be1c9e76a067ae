import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../base/fault.ts'
import { giveToFoldersOwner, makeFolder } from '../base/make-folder.ts'
import type { SecretStore } from '../base/secret-store.ts'

/** Secrets as files of the data folder, for its owner's eyes only. */
export function secretFiles(dataDir: string): SecretStore {
  return {
    async keep(name, make) {
      const file = join(dataDir, name)
      if (existsSync(file)) return readFileSync(file, 'utf8')
      makeFolder(dataDir)
      const unfinished = `${file}.${process.pid}.tmp`
      writeFileSync(unfinished, await make(), { mode: 0o600 })
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
