import { statfsSync, statSync } from 'node:fs'
import type { Config } from '../../config/config.ts'
import { type Finding, fine, look, lost } from './finding.ts'

const mebibyte = 1024 * 1024
const tooLittle = 50 * mebibyte
const little = 500 * mebibyte

function space(folder: string): Finding {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const words = `${Math.floor(free / mebibyte)} MiB are free on the disk of DATA_DIR.`
  if (free < tooLittle) return lost(words, 'Make room at once: without it no booking can be stored.')
  return free < little ? look(words, 'Make room soon.') : fine(words)
}

function rights(folder: string): Finding {
  // The folder holds what clients have told you, and the calendar's secret address.
  return (statSync(folder).mode & 0o077) === 0
    ? fine('Only your own account can read DATA_DIR.')
    : look('Other accounts of this machine can look into DATA_DIR.', `Run: chmod 700 "${folder}"`)
}

/** Room for bookings, and who can read them. */
export function checkDisk({ dataDir }: Config): Finding[] {
  return [space(dataDir), rights(dataDir)]
}
