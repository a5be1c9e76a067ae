import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { doctor as copy } from '#copy/doctor.ts'
import { migrations } from '../../db/migrations.ts'
import { type Finding, failure, fine, warning } from './machine.ts'

const words = copy.upgrade
const program = join(import.meta.dirname, '../../..')

/** For a slow disk. Nothing here waits for a network. */
const timeoutMs = 120_000

const run = (folder: string, file: string, args: readonly string[]) =>
  promisify(execFile)(file, args, { cwd: folder, timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 })

/** Runs the fetched version's own check on shop/. */
async function checkOwnShop(root: string, next: string): Promise<Finding> {
  for (const name of ['node_modules', 'shop']) symlinkSync(join(root, name), join(next, name))
  try {
    await run(next, process.execPath, ['scripts/read-shop.ts', 'shop'])
    return fine(words.shopFits)
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string }
    return failure(words.shopLacks(stderr.trim().replaceAll('\n', '\n        ')))
  }
}

function checkData(next: string): Finding {
  const known = new Set(migrations.map(({ name }) => `${name}.ts`))
  const files = readdirSync(join(next, 'server/db/migrations'))
  const pending = files.filter((file) => !known.has(file))
  return fine(pending.length === 0 ? words.dataStays : words.dataChanges(pending.length))
}

/**
 * Compares shop/ and the data with the version from `git fetch`, before `git pull`. Changes nothing.
 * @param root - the program's folder, a clone that follows a branch
 */
export async function checkUpgrade(root = program): Promise<Finding[]> {
  const git = async (...args: string[]) => (await run(root, 'git', args)).stdout.trim()
  let count: number
  try {
    count = Number(await git('rev-list', '--count', 'HEAD..@{upstream}'))
  } catch {
    return [warning(words.noUpstream)]
  }
  if (count === 0) return [fine(words.upToDate)]
  const next = mkdtempSync(join(tmpdir(), 'next-version-'))
  try {
    const archive = join(next, '.tar')
    await git('archive', '--format=tar', `--output=${archive}`, '@{upstream}')
    await run(next, 'tar', ['-xf', archive])
    const found = [fine(words.commits(count)), checkData(next)]
    return existsSync(join(root, 'shop')) ? [...found, await checkOwnShop(root, next)] : found
  } finally {
    rmSync(next, { recursive: true, force: true })
  }
}
