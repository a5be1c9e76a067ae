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

it('accepts the facts in demo/, and a shop that has few of them', () => {
  expect(shopErrors({ business, opening, kinds })).toEqual([])
  const website = { label: 'o.ie', url: 'http://o.ie' }
  const small = { ...business, timeZone: 'America/Phoenix', email: 'o&o@o.ie', website, social: [] }
  expect(shopErrors({ business: small, opening, kinds })).toEqual([])
})

it('names each wrong fact with its place, and doesn’t start the server', () => {
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
  const errors = shopErrors(wrong).map(shopErrorText)
  expect(errors).toEqual([
    expect.stringMatching(/^business\.ts, address\.regionName: /),
    expect.stringMatching(/^business\.ts, phone\.dial: .*\+12145550142/),
    expect.stringMatching(/^business\.ts, timeZone: .*America\/New_York/),
    expect.stringMatching(/^business\.ts, email: /),
    expect.stringMatching(/^business\.ts, website\.url: /),
    expect.stringMatching(/^business\.ts, social\.1\.url: /),
    expect.stringMatching(/^opening-hours\.ts: The week must list the hours of all seven days/),
    'kinds.ts, fitting.durationMinutes: must be a whole number from 15 to 240',
  ])
  for (const error of errors) expect(() => processConfig(wrong)).toThrow(error)
})

it('rejects an offset as a time zone: it would be an hour wrong for half the year', () => {
  for (const timeZone of ['-06:00', '+01:00'])
    expect(shopErrors({ business: { ...business, timeZone }, opening, kinds }).map(shopErrorText)).toEqual([
      expect.stringMatching(/^business\.ts, timeZone: must be the name/),
    ])
})

type Change = [file: string, written: string | RegExp, instead: string]

/** A shop's folder like the demonstration's, with some texts replaced. */
function shopWith(changes: readonly Change[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'shop-50%25-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(root, 'demo'), folder, { recursive: true, filter: (path) => !path.includes('pictures/') })
  for (const [file, written, instead] of changes) {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8').replace(written, () => instead)
    writeFileSync(path, text)
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

/** Reads a shop with these errors, and expects a line for each: its file, its line in there, and a sentence. */
function expectErrors(changes: readonly Change[], wanted: readonly [message: RegExp, at: string][]) {
  const folder = shopWith(changes)
  const { status, said, taken } = read(folder)
  expect({ status, taken }).toEqual({ status: 1, taken: undefined })
  const lines = said.trim().split('\n')
  expect(lines, said).toHaveLength(wanted.length)
  for (const [message, at] of wanted) {
    const found = lines.find((line) => message.test(line)) ?? expect.fail(`${message} isn’t in ${said}`)
    const [, file = '', line] = /^shop\/([\w-]+\.ts), line (\d+): /.exec(found) ?? []
    expect(readFileSync(join(folder, file), 'utf8').split('\n')[Number(line) - 1]).toContain(at)
  }
}

describe('a shop of its own, before anything is built from it', () => {
  it('names every value of another shape, with file and line', () => {
    expectErrors(
      [
        ['business.ts', /\n {4}regionName: .*/, ''],
        ['landing-page.ts', /question: 'How long.*',\n/, ''],
        ['landing-page.ts', "icon: 'hanger', text", "icon: 'hat', text"],
        ['claims.ts', "since: '2012'", 'since: 2012'],
        // The landing page uses it. That's fixed with the fact, so only the fact is named.
        ['claims.ts', "booking: '", "book: '"],
      ],
      [
        [/regionName is missing/, 'address: {'],
        [/items\.2\.question is missing/, '{'],
        [/icon must be one of .*hanger/, "icon: 'hat'"],
        [/since must be text between quotes/, 'since: 2012'],
        [/booking is missing/, 'export const claims'],
      ],
    )
  })

  it('names every fact that breaks a rule, with file and line', () => {
    expectErrors(
      [
        ['business.ts', "timeZone: '", "timeZone: 'Central, "],
        ['social-proof.ts', "mode: 'simulated'", "mode: 'real'"],
        ['opening-hours.ts', "friday: ['09:00-17:00']", "friday: ['9-5']"],
        ['opening-hours.ts', 'closedDates: []', "closedDates: ['2026-02-30']"],
      ],
      [
        [/timeZone must be the name of a time zone/, "timeZone: 'Central"],
        [/mode must be one of simulated, live, off/, "mode: 'real'"],
        [/The week must list/, "friday: ['9-5']"],
        [/Closed dates must be real dates/, '2026-02-30'],
      ],
    )
  })

  it('shows the line of a quote that isn’t closed, and how to write it', () => {
    const folder = shopWith([['landing-page.ts', "title: '", "title: 'King's "]])
    const lines = readFileSync(join(folder, 'landing-page.ts'), 'utf8').split('\n')
    const { status, said, taken } = read(folder)
    expect({ status, taken }).toEqual({ status: 1, taken: undefined })
    const line = lines.findIndex((text) => text.includes("King's")) + 1
    expect(said.startsWith(`shop/landing-page.ts, line ${line}: `)).toBe(true)
    expect(said).toContain("title: 'King's ")
    expect(said).toContain('write the apostrophe as ’')
    expect(said).not.toContain('node:internal')
  })

  it('names the file that lacks a value which another file imports', () => {
    expectErrors([['claims.ts', 'export const slots', 'export const places']], [[/slots is missing/, '']])
  })

  it('takes a file that it lacks from the demonstration, and always those that describe the product', () => {
    const folder = shopWith()
    rmSync(join(folder, 'social-proof.ts'))
    writeFileSync(join(folder, 'picture-sizes.ts'), 'of another version')
    const { status, said, taken = '' } = read(folder)
    expect({ status, said }).toEqual({ status: 0, said: '' })
    for (const file of ['social-proof.ts', 'picture-sizes.ts'])
      expect(readFileSync(join(taken, file), 'utf8')).toBe(readFileSync(join(root, 'demo', file), 'utf8'))
  })
})

describe('photographs of a shop', () => {
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#456' } })
      .jpeg()
      .toBuffer()

  /** With more detail than the budget of its size allows at the finest quality. */
  function photograph(width: number, height: number) {
    const noise = { type: 'gaussian', mean: 128, sigma: 47 } as const
    const image = sharp({ create: { width, height, channels: 3, background: '#456', noise } })
    return image.blur(2).jpeg().toBuffer()
  }

  function withPictures(files: Record<string, Buffer | string>) {
    const folder = shopWith()
    mkdirSync(join(folder, 'pictures'), { recursive: true })
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, 'pictures', name), bytes)
    return read(folder)
  }

  it('replace the picture with their name, in its sizes and budget; small and unknown ones are named', async () => {
    const small = await plain(300, 400)
    const files = { 'suit.jpg': await photograph(700, 1400), 'tuxedo.jpg': small, 'wedding.jpg': small }
    const { status, said, taken = '' } = withPictures(files)
    expect(status).toBe(0)
    expect(said.trim().split('\n')).toEqual([
      expect.stringMatching(/^shop\/pictures\/tuxedo\.jpg: too small\. It has 300 x 400 pixels/),
      expect.stringMatching(/^shop\/pictures\/wedding\.jpg: no picture of the page has this name/),
    ])
    const { widths, budgetsKb } = pictureSizes.suit
    for (const [index, width] of widths.entries()) {
      const file = `pictures/rendered/suit-${width}.avif`
      const { width: found, height } = await sharp(join(taken, file)).metadata()
      expect({ found, height }).toEqual({ found: width, height: heightAt(pictureSizes.suit, width) })
      expect(statSync(join(taken, file)).size).toBeLessThanOrEqual((budgetsKb[index] ?? 0) * 1024)
      expect(readFileSync(join(taken, file))).not.toEqual(readFileSync(join(root, 'demo', file)))
    }
  })

  it('stop the build if one isn’t a picture, ends halfway, or has a twin', async () => {
    const { status, said, taken } = withPictures({
      'special-occasion.jpg': await plain(300, 400),
      'special-occasion.png': 'x',
      'suit.jpg': 'words',
      'tuxedo.jpg': (await photograph(700, 900)).subarray(0, 20_000),
    })
    expect({ status, taken }).toEqual({ status: 1, taken: undefined })
    for (const sentence of [
      /^shop\/pictures\/special-occasion\.png: special-occasion\.jpg has the same name/m,
      /^shop\/pictures\/suit\.jpg: This file is no picture\./m,
      /^shop\/pictures\/tuxedo\.jpg: This picture is damaged\./m,
    ])
      expect(said).toMatch(sentence)
  })
})
