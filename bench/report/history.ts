import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { Part } from './row.ts'
import { table } from './table.ts'

const file = join(import.meta.dirname, '../history.md')

/** Keeps the figures of a release; the commit says what was measured. */
export function appendHistory(parts: readonly Part[]): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const date = new Date().toISOString().slice(0, 10)
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, Node ${process.versions.node}`
  appendFileSync(file, `\n## ${date}, ${commit}\n\n${machine}\n\n${table(parts)}\n`)
}
