import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const commands = join(import.meta.dirname, '../../server/cli')

/** An owner's command as it is typed. @throws what it has said, when it has failed */
export const runCommand = (name: string, words: readonly string[], env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [join(commands, `${name}.ts`), ...words], {
    env: { PATH: process.env.PATH ?? '', ...env },
  })
