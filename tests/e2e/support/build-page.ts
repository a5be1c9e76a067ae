import { execFile } from 'node:child_process'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { SocialProofMode } from '../../../site/social-proof.ts'

const root = join(import.meta.dirname, '../../..')
const sources = ['booking', 'site', 'web', 'vite.config.ts', 'tsconfig.base.json', 'package.json']

/**
 * Builds the page as an owner does who has changed the mode in site/social-proof.ts.
 *
 * @param folder - an empty one, for a copy of the sources and what is built of it.
 * @returns the folder of the built page
 */
export async function buildPage(folder: string, mode: SocialProofMode): Promise<string> {
  await Promise.all(sources.map((name) => cp(join(root, name), join(folder, name), { recursive: true })))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const file = join(folder, 'site/social-proof.ts')
  const asDelivered = await readFile(file, 'utf8')
  const changed = asDelivered.replace(/mode: '\w+'/, `mode: '${mode}'`)
  if (changed === asDelivered) throw new Error('The mode stands elsewhere in site/social-proof.ts')
  await writeFile(file, changed)
  await promisify(execFile)(process.execPath, [join(folder, 'web/build.ts')])
  return join(folder, 'dist')
}
