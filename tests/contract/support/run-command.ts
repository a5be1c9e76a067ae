import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { temporaryFolder } from './shop-server.ts'

const commands = join(import.meta.dirname, '../../../server/commands')

/** Runs one of the owner's commands as a process of its own, with these settings alone. */
export async function runCommand(name: string, words: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [join(commands, `${name}.ts`), ...words], {
    cwd: temporaryFolder(),
    env: { PATH: process.env.PATH ?? '', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const [code] = await once(child, 'close')
  return { code, output }
}
