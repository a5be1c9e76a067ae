import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { CompatData, CompatStatement, Identifier, SupportStatement } from '@mdn/browser-compat-data'
import { resolveConfig } from 'vite'

export const data: CompatData = createRequire(import.meta.url)('@mdn/browser-compat-data')

/** What browsers lack, by MDN's compatibility data. */
export interface Lacking {
  globals: Set<string>
  /** By the name of an interface or a namespace. */
  members: Map<string, Set<string>>
}

type Browser = 'chrome' | 'edge' | 'firefox' | 'safari' | 'safari_ios'
type Target = [browser: Browser, version: number[]]

const numbers = (version: string) => version.replace('≤', '').split('.').map(Number)

function isAtMost(added: string, [ours = 0, oursMinor = 0]: readonly number[]): boolean {
  const [major = 0, minor = 0] = numbers(added)
  return major < ours || (major === ours && minor <= oursMinor)
}

/** The oldest browsers in `vite.config.ts`, as "safari16.4". */
export async function buildTargets(): Promise<Target[]> {
  const root = join(import.meta.dirname, '../..')
  const { build } = await resolveConfig({ root, logLevel: 'silent' }, 'build')
  return [build.target].flat().flatMap((target) => {
    const [, name, version = ''] = /^(chrome|edge|firefox|safari)([\d.]+)$/.exec(String(target)) ?? []
    if (!name) throw new Error(`The build is made for ${target}, which is no version of a browser.`)
    const browsers = name === 'safari' ? (['safari', 'safari_ios'] as const) : [name as Browser]
    return browsers.map((browser): Target => [browser, numbers(version)])
  })
}

function has(statement: SupportStatement | undefined, version: readonly number[]): boolean {
  const isReached = (when: unknown) =>
    typeof when === 'string' && when !== 'preview' && isAtMost(when, version)
  return [statement ?? []]
    .flat()
    .filter(({ flags, prefix, alternative_name }) => !(flags || prefix || alternative_name))
    .some(({ version_added, version_removed }) => isReached(version_added) && !isReached(version_removed))
}

export const isLackedBy = (targets: readonly Target[]) => (support: CompatStatement | undefined) =>
  support !== undefined && !targets.every(([browser, version]) => has(support.support[browser], version))

/** Builtins that hold others. */
const namespaces = ['Intl', 'Temporal']

/** @param provided - globals that the page adds where a browser lacks them */
export function lackedBy(targets: readonly Target[], provided: readonly string[] = []): Lacking {
  const isLacked = isLackedBy(targets)
  const lacking: Lacking = { globals: new Set(), members: new Map() }

  function look(owner: string, { __compat, ...described }: Identifier): void {
    const isAllLacked = isLacked(__compat)
    const lacked = new Set<string>()
    for (const [key, feature] of Object.entries<Identifier>(described)) {
      const name = key.replace(/_static$/, '')
      // Events, parameters, and remarks have underscores.
      if (key === owner || !/^[a-z$][a-z\d$]*$/i.test(name)) continue
      if (isAllLacked || isLacked(feature.__compat)) lacked.add(name)
      if (namespaces.includes(owner)) look(name, feature)
    }
    lacking.members.set(owner, lacked)
  }

  for (const [name, described] of Object.entries<Identifier>({ ...data.api, ...data.javascript.builtins })) {
    if (name === '__compat' || provided.includes(name)) continue
    if (isLacked(described.__compat)) lacking.globals.add(name)
    look(name, described)
  }
  for (const name of lacking.members.get('Window') ?? []) lacking.globals.add(name)
  return lacking
}
