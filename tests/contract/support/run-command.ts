import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { compileCacheDir } from './server-process.ts'
import { createTemporaryFolder, testNoon } from './shop-server.ts'

const commands = join(import.meta.dirname, '../../../server/cli')

/** Settings that give a command the clock of servers that start at the tests' noon. */
export const testClockEnv = {
  NODE_OPTIONS: `--import ${join(import.meta.dirname, 'test-clock.mjs')}`,
  TEST_CLOCK_MS: String(testNoon),
}

/**
 * Runs an owner's command with only these settings. This process keeps running, because it may be the command's peer.
 * @param around - the program that runs it
 */
export async function runCommand(
  name: string,
  words: readonly string[],
  env: Record<string, string>,
  folder = createTemporaryFolder(),
  around: readonly string[] = [],
) {
  const [program = '', ...args] = [...around, process.execPath, resolve(commands, `${name}.ts`), ...words]
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCacheDir, ...env },
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
