import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../../package.json')

/** The version of this program, as CHANGELOG.md has it. */
export const version: string = JSON.parse(readFileSync(file, 'utf8')).version
