import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { business } from '../../demo/business.ts'
import { opening } from '../../demo/opening-hours.ts'
import { processConfig } from '../../server/config.ts'
import { shopErrors } from '../../server/shop-facts.ts'

const root = join(import.meta.dirname, '../..')

it('the facts in demo/ are accepted, and those of a shop with few of them', () => {
  expect(shopErrors({ business, opening })).toEqual([])
  const website = { label: 'o.ie', url: 'http://o.ie' }
  const small = { ...business, timeZone: 'America/Phoenix', email: 'o&o@o.ie', website, social: [] }
  expect(shopErrors({ business: small, opening })).toEqual([])
})

it('an unusable fact is named with its place, and the server doesn’t start', () => {
  const wrong = {
    business: {
      ...business,
      address: { ...business.address, regionName: undefined as unknown as string },
      phone: { ...business.phone, dial: '(214) 555-0142' },
      timeZone: 'America/Dallas',
      email: 'fittings at tailor.example',
      website: { ...business.website, url: 'www.tailor.example' },
      social: [business.website, { label: 'Instagram', url: 'instagram.com/tailor' }],
    },
    opening: { ...opening, week: { ...opening.week, monday: ['9:00-17:00'] } },
  }
  const faults = shopErrors(wrong)
  expect(faults).toEqual([
    expect.stringMatching(/^demo\/business\.ts, address\.regionName: /),
    expect.stringMatching(/^demo\/business\.ts, phone\.dial: .*\+12145550142/),
    expect.stringMatching(/^demo\/business\.ts, timeZone: .*America\/New_York/),
    expect.stringMatching(/^demo\/business\.ts, email: /),
    expect.stringMatching(/^demo\/business\.ts, website\.url: /),
    expect.stringMatching(/^demo\/business\.ts, social\.1\.url: /),
    expect.stringMatching(/^demo\/opening-hours\.ts: The week must list the hours of all seven days/),
  ])
  for (const fault of faults) expect(() => processConfig(wrong)).toThrow(fault)
})

it('an offset isn’t accepted as a time zone, because it’s an hour off for half the year', () => {
  for (const timeZone of ['-06:00', '+01:00'])
    expect(shopErrors({ business: { ...business, timeZone }, opening })).toEqual([
      expect.stringMatching(/^demo\/business\.ts, timeZone: must be the name/),
    ])
})

/** Returns what the owner reads after a mistake in a file of demo/, before the build. */
function readWith(file: string, written: string, instead: string) {
  const folder = mkdtempSync(join(tmpdir(), 'site-50%25-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(root, 'demo'), join(folder, 'demo'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const path = join(folder, 'demo', file)
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(written, () => instead),
  )
  const args = ['scripts/read-shop.ts', join(folder, 'demo')]
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  const line = readFileSync(path, 'utf8').split(instead)[0]?.split('\n').length
  return { status, said: stderr.replaceAll(path, file), line }
}

it('a file that can’t be read stops the build, with its line and how to write it', () => {
  const { status, said, line } = readWith('landing-page.ts', "title: '", "title: 'King's ")
  expect(status).toBe(1)
  expect(said.startsWith(`landing-page.ts can’t be read. Check line ${line}:\n`)).toBe(true)
  expect(said).toContain("title: 'King's ")
  expect(said).toContain('write the apostrophe as ’')
  expect(said).not.toContain('node:internal')
})

it('an unusable fact stops the build, and a usable demo/ passes silently', () => {
  const { status, said } = readWith('business.ts', "timeZone: '", "timeZone: 'Central, ")
  expect({ status, said }).toEqual({
    status: 1,
    said: expect.stringMatching(/^demo\/business\.ts, timeZone: .*\n$/),
  })
  expect(readWith('business.ts', '', '')).toMatchObject({ status: 0, said: '' })
})
