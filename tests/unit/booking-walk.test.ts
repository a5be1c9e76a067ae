import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

const [, chapter = ''] = textOf('CONTRIBUTING.md').split('## Where a booking goes, file by file')
const [walk = ''] = chapter.split(/\n## /)
const files = [...walk.matchAll(/^- `([^`]+)`/gm)].map(([, file = '']) => file)

const importsOf = (file: string) =>
  [...textOf(file).matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, path = '']) =>
    posix.join(posix.dirname(file), path),
  )

/** One above imports it, or it imports what one above declares. */
function isLinked(file: string, above: readonly string[]): boolean {
  const own = importsOf(file)
  return above.some((one) => own.includes(one) || importsOf(one).includes(file))
}

describe('the way of a booking, as CONTRIBUTING.md tells it', () => {
  it('names files that are there, each once', () => {
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
    expect(new Set(files).size).toBe(files.length)
  })

  it('begins with the request and goes on to the row, the event and the mail', () => {
    expect(files[0]).toBe('server/http/api/appointments.ts')
    for (const end of [
      'server/storage/appointment-store.ts',
      'server/storage/calendar-event-store.ts',
      'server/mail/transports/eml-folder.ts',
    ]) {
      expect(files).toContain(end)
    }
  })

  it('comes to no file that nothing above it leads to', () => {
    const unlinked = files.filter((file, at) => at > 0 && !isLinked(file, files.slice(0, at)))
    expect(unlinked).toEqual([])
  })

  it('is at most 45 files and 3,000 lines', () => {
    expect(files.length).toBeLessThanOrEqual(45)
    const lines = files.reduce((sum, file) => sum + textOf(file).split('\n').length - 1, 0)
    expect(lines).toBeLessThanOrEqual(3000)
  })
})
