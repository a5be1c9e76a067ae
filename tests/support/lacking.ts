import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { CompatData, CompatStatement, Identifier, SupportStatement } from '@mdn/browser-compat-data'
import { resolveConfig } from 'vite'

export const data: CompatData = createRequire(import.meta.url)('@mdn/browser-compat-data')

type Browser = 'chrome' | 'edge' | 'firefox' | 'safari' | 'safari_ios'
type Target = [browser: Browser, version: string]

/** The oldest browsers in `vite.config.ts`, as "safari16.4". */
export async function buildTargets(): Promise<Target[]> {
  const root = join(import.meta.dirname, '../..')
  const { build } = await resolveConfig({ root, logLevel: 'silent' }, 'build')
  return [build.target].flat().flatMap((target) => {
    const [, name, version = ''] = /^(chrome|edge|firefox|safari)([\d.]+)$/.exec(String(target)) ?? []
    if (!name) throw new Error(`The build is made for ${target}, which is no version of a browser.`)
    const browsers = name === 'safari' ? (['safari', 'safari_ios'] as const) : [name as Browser]
    return browsers.map((browser): Target => [browser, version])
  })
}

function has(statement: SupportStatement | undefined, version: string): boolean {
  const isReached = (when: unknown) =>
    /^≤?\d/.test(String(when)) &&
    String(when).replace('≤', '').localeCompare(version, 'en', { numeric: true }) <= 0
  return [statement ?? []]
    .flat()
    .filter(({ flags, prefix, alternative_name }) => !(flags || prefix || alternative_name))
    .some(({ version_added, version_removed }) => isReached(version_added) && !isReached(version_removed))
}

export const isLackedBy = (targets: readonly Target[]) => (support: CompatStatement | undefined) =>
  support !== undefined && !targets.every(([browser, version]) => has(support.support[browser], version))

/** Built-ins that contain others. */
const namespaces = ['Intl', 'Temporal']

export type Lacking = ReturnType<typeof lackedBy>

/**
 * The features that one of these browsers lacks, by MDN's compatibility data: globals, and members by their interface or
 * namespace.
 * @param provided - globals that the page adds if a browser lacks them
 */
export function lackedBy(targets: readonly Target[], provided: readonly string[] = []) {
  const isLacked = isLackedBy(targets)
  const globals = new Set<string>()
  const members = new Map<string, Set<string>>()

  function look(owner: string, { __compat, ...described }: Identifier): void {
    const isAllLacked = isLacked(__compat)
    const lacked = new Set<string>()
    for (const [key, feature] of Object.entries<Identifier>(described)) {
      const name = key.replace(/_static$/, '')
      // Events, parameters, and remarks contain underscores.
      if (key === owner || !/^[a-z$][a-z\d$]*$/i.test(name)) continue
      if (isAllLacked || isLacked(feature.__compat)) lacked.add(name)
      if (namespaces.includes(owner)) look(name, feature)
    }
    members.set(owner, lacked)
  }

  for (const [name, described] of Object.entries<Identifier>({ ...data.api, ...data.javascript.builtins })) {
    if (name === '__compat' || provided.includes(name)) continue
    if (isLacked(described.__compat)) globals.add(name)
    look(name, described)
  }
  for (const name of members.get('Window') ?? []) globals.add(name)
  return { globals, members }
}
