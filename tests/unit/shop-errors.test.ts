import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { business } from '../../demo/business.ts'
import { kinds } from '../../demo/kinds.ts'
import { opening } from '../../demo/opening-hours.ts'
import { heightAt, pictureSizes } from '../../demo/picture-sizes.ts'
import type { AppointmentKind } from '../../demo/types.ts'
import { processConfig } from '../../server/config.ts'
import { shopErrors, shopErrorText } from '../../server/shop-facts.ts'

const root = join(import.meta.dirname, '../..')

it('finds nothing wrong with the facts in demo/, or with a shop that has few of them', () => {
  expect(shopErrors({ business, opening, kinds })).toEqual([])
  const website = { label: 'o.ie', url: 'http://o.ie' }
  const small = { ...business, timeZone: 'America/Phoenix', email: 'o&o@o.ie', website, social: [] }
  expect(shopErrors({ business: small, opening, kinds })).toEqual([])
})

it('a fact that nobody can be reached or expected with is named with its place, and the server does not start', () => {
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
    kinds: { ...kinds, fitting: { ...kinds.fitting, durationMinutes: 5 } as AppointmentKind },
  }
  const faults = shopErrors(wrong).map(shopErrorText)
  expect(faults).toEqual([
    expect.stringMatching(/^business\.ts, address\.regionName: /),
    expect.stringMatching(/^business\.ts, phone\.dial: .*\+12145550142/),
    expect.stringMatching(/^business\.ts, timeZone: .*America\/New_York/),
    expect.stringMatching(/^business\.ts, email: /),
    expect.stringMatching(/^business\.ts, website\.url: /),
    expect.stringMatching(/^business\.ts, social\.1\.url: /),
    expect.stringMatching(/^opening-hours\.ts: The week must list the hours of all seven days/),
    'kinds.ts, fitting.durationMinutes: must be a whole number from 15 to 240',
  ])
  for (const fault of faults) expect(() => processConfig(wrong)).toThrow(fault)
})

it('an offset is no time zone: it would be an hour wrong for half of the year', () => {
  for (const timeZone of ['-06:00', '+01:00'])
    expect(shopErrors({ business: { ...business, timeZone }, opening, kinds }).map(shopErrorText)).toEqual([
      expect.stringMatching(/^business\.ts, timeZone: must be the name/),
    ])
})

/** A shop's folder like the demonstration's, with some texts replaced. */
function shopWith(changes: readonly { file: string; written: string | RegExp; instead: string }[]) {
  const folder = mkdtempSync(join(tmpdir(), 'shop-50%25-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(root, 'demo'), folder, { recursive: true, filter: (path) => !path.includes('pictures/') })
  for (const { file, written, instead } of changes) {
    const path = join(folder, file)
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(written, () => instead),
    )
  }
  return folder
}

/** What the owner reads before anything is built of the folder, which is called shop/ in it. */
function read(folder: string) {
  const taken = join(root, `dist.taken-${basename(folder).replaceAll('%', '')}`)
  onTestFinished(() => rmSync(taken, { recursive: true, force: true }))
  const args = ['scripts/read-shop.ts', folder, taken]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  const said = (stdout + stderr).replaceAll(relative(root, folder), 'shop')
  return { status, said, taken: existsSync(taken) ? taken : undefined }
}

function readWith(file: string, written: string | RegExp, instead: string) {
  const folder = shopWith([{ file, written, instead }])
  const lines = readFileSync(join(folder, file), 'utf8').split('\n')
  const line = lines.findIndex((text) => text.includes(instead.trim().split('\n')[0] ?? '')) + 1
  return { ...read(folder), line }
}

describe('a shop of its own, before anything is built of it', () => {
  it('is taken without a word if it is whole', () => {
    expect(readWith('business.ts', '', '')).toMatchObject({ status: 0, said: '', taken: expect.any(String) })
  })

  it('has a quote that is not closed: the line, and how to write', () => {
    const { status, said, line, taken } = readWith('landing-page.ts', "title: '", "title: 'King's ")
    expect({ status, taken }).toEqual({ status: 1, taken: undefined })
    expect(said.startsWith(`shop/landing-page.ts, line ${line}: `)).toBe(true)
    expect(said).toContain("title: 'King's ")
    expect(said).toContain('write the apostrophe as ’')
    expect(said).not.toContain('node:internal')
  })

  it.each([
    ['a missing field', 'business.ts', /\n {4}regionName: .*/, '', /regionName is missing/, 'address: {'],
    [
      'a missing list entry’s field',
      'landing-page.ts',
      /question: 'How long.*',\n/,
      '',
      /items\.2\.question is missing/,
      '{',
    ],
    [
      'a number for a text',
      'claims.ts',
      "since: '2012'",
      'since: 2012',
      /since must be text between quotes/,
      'since: 2012',
    ],
    [
      'a fact that was renamed',
      'claims.ts',
      "since: '2012'",
      "began: '2012'",
      /since is missing/,
      'export const claims',
    ],
    [
      'a time zone that does not exist',
      'business.ts',
      "timeZone: '",
      "timeZone: 'Central, ",
      /timeZone must be the name of a time zone/,
      "timeZone: 'Central",
    ],
    [
      'an icon that does not exist',
      'landing-page.ts',
      "icon: 'hanger', text",
      "icon: 'hat', text",
      /icon must be one of .*hanger/,
      "icon: 'hat'",
    ],
    [
      'a mode that does not exist',
      'social-proof.ts',
      "mode: 'simulated'",
      "mode: 'real'",
      /mode must be one of simulated, live, off/,
      "mode: 'real'",
    ],
    [
      'hours that are no hours',
      'opening-hours.ts',
      "friday: ['09:00-17:00']",
      "friday: ['9-5']",
      /The week must list/,
      "friday: ['9-5']",
    ],
    [
      'a date that does not exist',
      'opening-hours.ts',
      'closedDates: []',
      "closedDates: ['2026-02-30']",
      /Closed dates must be real dates/,
      '2026-02-30',
    ],
  ])('has %s: file, line, and one sentence', (_what, file, written, instead, sentence, at) => {
    const folder = shopWith([{ file, written, instead }])
    const lines = readFileSync(join(folder, file), 'utf8').split('\n')
    const { status, said, taken } = read(folder)
    expect({ status, taken }).toEqual({ status: 1, taken: undefined })
    expect(said).toMatch(sentence)
    // A group's line may be its own or that of the group around it.
    const [, line] = new RegExp(`^shop/${file}, line (\\d+): [^\\n]+\\n$`).exec(said) ?? []
    expect(lines[Number(line) - 1]).toContain(at)
  })

  it('lacks a value that another of its files uses: the file that lacks it', () => {
    const { status, said } = readWith('claims.ts', 'export const slots', 'export const places')
    expect({ status, said }).toEqual({
      status: 1,
      said: expect.stringMatching(/^shop\/claims\.ts, line 1: slots is missing/),
    })
  })

  it('lacks a file that this version brought: the demonstration’s is taken, and none that describes the product', () => {
    const folder = shopWith([])
    rmSync(join(folder, 'social-proof.ts'))
    writeFileSync(join(folder, 'picture-sizes.ts'), 'of another version')
    const { status, taken = '' } = read(folder)
    expect(status).toBe(0)
    for (const file of ['social-proof.ts', 'picture-sizes.ts'])
      expect(readFileSync(join(taken, file), 'utf8')).toBe(readFileSync(join(root, 'demo', file), 'utf8'))
  })
})

describe('photographs of a shop', () => {
  const photograph = (width: number, height: number) =>
    sharp({
      create: {
        width,
        height,
        channels: 3,
        background: '#456',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .blur(4)
      .jpeg()
      .toBuffer()

  function withPictures(files: Record<string, Buffer | string>) {
    const folder = shopWith([])
    mkdirSync(join(folder, 'pictures'), { recursive: true })
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, 'pictures', name), bytes)
    return read(folder)
  }

  it('take the place of the picture that has their name, in its sizes and within its budget', async () => {
    const { status, said, taken = '' } = withPictures({ 'suit.jpg': await photograph(700, 1400) })
    expect({ status, said }).toEqual({ status: 0, said: '' })
    const { widths, budgetsKb } = pictureSizes.suit
    for (const [index, width] of widths.entries()) {
      const file = join(taken, `pictures/rendered/suit-${width}.avif`)
      const { width: found, height } = await sharp(file).metadata()
      expect({ found, height }).toEqual({ found: width, height: heightAt(pictureSizes.suit, width) })
      expect(statSync(file).size).toBeLessThanOrEqual((budgetsKb[index] ?? 0) * 1024)
      expect(readFileSync(file)).not.toEqual(
        readFileSync(join(root, `demo/pictures/rendered/suit-${width}.avif`)),
      )
    }
  })

  it('are named if they are too small, or called like no picture of the page', async () => {
    const small = await photograph(300, 400)
    const { status, said } = withPictures({ 'tuxedo.jpg': small, 'wedding.jpg': small })
    expect(status).toBe(0)
    expect(said).toMatch(/^shop\/pictures\/tuxedo\.jpg: too small\. It has 300 x 400 pixels/m)
    expect(said).toMatch(/^shop\/pictures\/wedding\.jpg: no picture of the page has this name/m)
  })

  it.each([
    ['is no picture', { 'suit.jpg': 'words' }, /^shop\/pictures\/suit\.jpg: This file is no picture\./],
    [
      'ends halfway',
      async () => ({ 'suit.jpg': (await photograph(700, 900)).subarray(0, 20_000) }),
      /^shop\/pictures\/suit\.jpg: This picture is damaged\./,
    ],
    [
      'has a twin',
      async () => ({ 'suit.jpg': await photograph(700, 900), 'suit.png': 'x' }),
      /^shop\/pictures\/suit\.png: suit\.jpg has the same name/,
    ],
  ])('stop the build if one %s', async (_what, files, sentence) => {
    const { status, said, taken } = withPictures(typeof files === 'function' ? await files() : files)
    expect({ status, taken }).toEqual({ status: 1, taken: undefined })
    expect(said).toMatch(sentence)
  })
})
