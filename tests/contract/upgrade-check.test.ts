import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { doctor } from '#copy/doctor.ts'
import { checkUpgrade } from '../../server/cli/doctor/upgrade.ts'
import { createTemporaryFolder } from './support/shop-server.ts'

const root = join(import.meta.dirname, '../..')
const words = doctor.upgrade
const rooms = ['booking', 'copy', 'demo', 'scripts', 'server', 'web']
const files = ['package.json', '.npmrc', 'tsconfig.base.json']

const git = (folder: string, ...args: string[]) => {
  const as = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com']
  return execFileSync('git', [...as, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
}

/** The program's repository, and an owner's clone of it with a valid shop/. */
function clonedShop() {
  const folder = createTemporaryFolder()
  const upstream = join(folder, 'upstream')
  for (const name of [...rooms, ...files]) cpSync(join(root, name), join(upstream, name), { recursive: true })
  git(upstream, 'init', '-q', '-b', 'main')
  git(upstream, 'add', '.')
  git(upstream, 'commit', '-qm', 'A version')
  git(folder, 'clone', '-q', 'upstream', 'clone')
  const clone = join(folder, 'clone')
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
  mkdirSync(join(clone, 'shop/pictures'), { recursive: true })
  for (const name of ['business.ts', 'claims.ts']) cpSync(join(root, 'demo', name), join(clone, 'shop', name))
  return { upstream, clone }
}

function change(file: string, from: string, to: string) {
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
}

describe('the doctor before an upgrade', () => {
  it('lists what shop/ lacks for the fetched version, and the changes to the database', async () => {
    const { upstream, clone } = clonedShop()
    expect(await checkUpgrade(clone)).toEqual([{ level: 'fine', what: words.upToDate }])

    writeFileSync(join(upstream, 'server/db/migrations/9999-next.ts'), '')
    git(upstream, 'add', '.')
    git(upstream, 'commit', '-qm', 'The next version')
    git(clone, 'fetch', '-q')
    const fits = [words.commits(1), words.dataChanges(1), words.shopFits]
    expect(await checkUpgrade(clone)).toEqual(fits.map((what) => ({ level: 'fine', what })))

    change(join(upstream, 'demo/claims.ts'), "since: '2012',", "since: '2012',\n  parking: 'Free parking',")
    change(
      join(upstream, 'demo/business.ts'),
      "trade: 'Custom Tailors',",
      "trade: 'Custom Tailors',\n  motto: 'Cut once',",
    )
    git(upstream, 'commit', '-qam', 'A fact that every shop needs')
    git(clone, 'fetch', '-q')
    const [, , shop] = await checkUpgrade(clone)
    expect(shop).toMatchObject({ level: 'failure', todo: words.shopLacks('').todo })
    expect(shop?.what).toMatch(/shop\/business\.ts, line \d+: business\.motto is missing/)
    // Nothing changed, and nothing is left behind.
    expect(git(clone, 'status', '--porcelain').match(/^.. (?!shop\/|node_modules)/m)).toBeNull()
    expect(git(clone, 'rev-list', '--count', 'HEAD').trim()).toBe('1')
  })

  it('reports a missing upstream branch', async () => {
    expect(await checkUpgrade(createTemporaryFolder())).toEqual([{ level: 'warning', ...words.noUpstream }])
  })
})
