import { execFile } from 'node:child_process'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { SocialProofMode } from '../../../demo/types.ts'

const root = join(import.meta.dirname, '../../..')
const sources = ['booking', 'copy', 'demo', 'web', 'vite.config.ts', 'tsconfig.base.json', 'package.json']

/** What an owner writes in a file of demo/, in place of what is written there. */
export interface SiteChange {
  file: string
  written: RegExp
  instead: string
}

export const socialProofMode = (mode: SocialProofMode): SiteChange => ({
  file: 'demo/social-proof.ts',
  written: /mode: '\w+'/,
  instead: `mode: '${mode}'`,
})

/** @param folder - of a copy of the sources */
export const build = (folder: string) =>
  promisify(execFile)(process.execPath, [join(folder, 'web/build/main.ts')])

/**
 * Builds the page as an owner does who has changed that in demo/.
 *
 * @param folder - an empty one, for a copy of the sources and what is built of it.
 * @returns the folder of the built page
 */
export async function buildPage(folder: string, changes: readonly SiteChange[]): Promise<string> {
  await Promise.all(sources.map((name) => cp(join(root, name), join(folder, name), { recursive: true })))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const { file, written, instead } of changes) {
    const path = join(folder, file)
    const before = await readFile(path, 'utf8')
    if (!written.test(before)) throw new Error(`${written} does not stand in demo/${file}`)
    await writeFile(path, before.replace(written, instead))
  }
  await build(folder)
  return join(folder, 'dist')
}
