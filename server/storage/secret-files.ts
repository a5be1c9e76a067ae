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
