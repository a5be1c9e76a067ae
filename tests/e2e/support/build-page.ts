import { execFile } from 'node:child_process'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { SocialProofMode } from '../../../demo/types.ts'
import { fillShop } from '../../support/full-shop.ts'

const root = join(import.meta.dirname, '../../..')
const sources = ['booking', 'copy', 'demo', 'web', 'vite.config.ts', 'tsconfig.base.json', 'package.json']

/** An owner's changes to a file of demo/ or of the shop's own folder. */
export interface SiteChange {
  file: string
  written: RegExp
  instead: string
}

export const socialProofMode = (mode: SocialProofMode, folder = 'demo'): SiteChange => ({
  file: `${folder}/social-proof.ts`,
  written: /mode: '\w+'/,
  instead: `mode: '${mode}'`,
})

async function copySources(folder: string, names: readonly string[]) {
  await Promise.all(names.map((name) => cp(join(root, name), join(folder, name), { recursive: true })))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
}

async function apply(folder: string, changes: readonly SiteChange[]) {
  for (const { file, written, instead } of changes) {
    const path = join(folder, file)
    const before = await readFile(path, 'utf8')
    if (!written.test(before)) throw new Error(`${written} isn’t in ${file}`)
    await writeFile(path, before.replace(written, instead))
  }
}

/**
 * Builds an owner's shop in an empty folder.
 * @returns the folder of the built page
 */
export async function buildFullShop(folder: string, changes: readonly SiteChange[]): Promise<string> {
  await copySources(folder, [...sources, 'scripts', 'server', 'package-lock.json'])
  const run = (script: string) => promisify(execFile)(process.execPath, [join(folder, 'scripts', script)])
  await run('shop.mjs')
  await fillShop(join(folder, 'shop'))
  await apply(folder, changes)
  await run('build.mjs')
  return join(folder, 'dist.shop')
}

/** @param folder - a copy of the sources */
export const build = (folder: string) =>
  promisify(execFile)(process.execPath, [join(folder, 'web/build/main.ts')])

/**
 * Builds a changed shop's page in an empty folder.
 * @returns the folder of the built page
 */
export async function buildPage(folder: string, changes: readonly SiteChange[]): Promise<string> {
  await copySources(folder, sources)
  await apply(folder, changes)
  await build(folder)
  return join(folder, 'dist')
}
