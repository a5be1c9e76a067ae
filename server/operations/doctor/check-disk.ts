import { statfsSync, statSync } from 'node:fs'
import { doctor as copy } from '../../../copy/doctor.ts'
import type { Config } from '../../config/config.ts'
import { type Finding, failure, fine, warning } from './finding.ts'

const mebibyte = 1024 * 1024
const tooLittle = 50 * mebibyte
const little = 500 * mebibyte

function space(folder: string): Finding {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const what = copy.disk.free(Math.floor(free / mebibyte))
  if (free < tooLittle) return failure({ what, todo: copy.disk.atOnce })
  return free < little ? warning({ what, todo: copy.disk.soon }) : fine(what)
}

function rights(folder: string): Finding {
  // The folder holds what clients have told you, and the calendar's secret address.
  return (statSync(folder).mode & 0o077) === 0 ? fine(copy.disk.private) : warning(copy.disk.open(folder))
}

/** Room for bookings, and who can read them. */
export function checkDisk({ dataDir }: Config): Finding[] {
  return [space(dataDir), rights(dataDir)]
}
