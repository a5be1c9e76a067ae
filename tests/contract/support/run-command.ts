import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { compileCache } from './server-process.ts'
import { temporaryFolder, testNoon } from './shop-server.ts'

const commands = join(import.meta.dirname, '../../../server/cli')

/** In a command's settings: it has the clock of the servers that begin at the tests' noon, and not the real one. */
export const atTestNoon = {
  NODE_OPTIONS: `--import ${join(import.meta.dirname, 'at-test-noon.mjs')}`,
  TEST_NOON_MS: String(testNoon),
}

/** An owner's command as it is typed, with these settings alone; this process goes on, because it may be its peer. */
export async function runCommand(
  name: string,
  words: readonly string[],
  env: Record<string, string>,
  folder = temporaryFolder(),
  /** What runs it in its turn. */
  around: readonly string[] = [],
) {
  const [program = '', ...args] = [...around, process.execPath, join(commands, `${name}.ts`), ...words]
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCache, ...env },
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
