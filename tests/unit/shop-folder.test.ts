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
import { heightAt, pictureSizes } from '../../demo/picture-sizes.ts'

const root = join(import.meta.dirname, '../..')

type Change = [file: string, written: string | RegExp, instead: string]

/** A shop's folder like the demo's, with some texts replaced. */
function shopWith(changes: readonly Change[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'shop-50%25-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(root, 'demo'), folder, { recursive: true, filter: (path) => !path.includes('pictures/') })
  for (const [file, written, instead] of changes) {
    const text = readFileSync(join(folder, file), 'utf8').replace(written, () => instead)
    writeFileSync(join(folder, file), text)
  }
  return folder
}

/** The owner's messages before a build of the folder, which they call shop/. */
function read(folder: string) {
  const taken = join(root, `dist.taken-${basename(folder).replaceAll('%', '')}`)
  onTestFinished(() => rmSync(taken, { recursive: true, force: true }))
  const args = ['scripts/read-shop.ts', folder, taken]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  const said = (stdout + stderr).replaceAll(relative(root, folder), 'shop')
  return { status, said, taken: existsSync(taken) ? taken : undefined }
}

type ErrorCase = [...Change, message: RegExp, at: string]

describe('an owner’s shop/ folder, before a build', () => {
  it.each<[what: string, cases: ErrorCase[]]>([
    [
      'value of another shape',
      [
        ['business.ts', /\n {4}regionName: .*/, '', /regionName is missing/, 'address: {'],
        ['landing-page.ts', /question: 'How long.*',\n/, '', /items\.2\.question is missing/, '{'],
        ['landing-page.ts', "'hanger', text", "'hat', text", /icon must be one of .*hanger/, "icon: 'hat'"],
        ['claims.ts', "since: '2012'", 'since: 2012', /since must be text between quotes/, 'since: 2012'],
        // The landing page uses it. That's fixed with the fact, so only the fact is named.
        ['claims.ts', "booking: '", "book: '", /booking is missing/, 'export const claims'],
      ],
    ],
    [
      'fact that breaks a rule',
      [
        ['business.ts', "timeZone: '", "timeZone: 'Central, ", /must be the name of a time zone/, "'Central"],
        ['social-proof.ts', "mode: 'simulated'", "mode: 'real'", /mode must be one of simulated/, "'real'"],
        ['opening-hours.ts', "friday: ['09:00-17:00']", "friday: ['9-5']", /The week must list/, '9-5'],
        ['opening-hours.ts', 'Dates: []', "Dates: ['2026-02-30']", /Closed dates must be real/, '2026-02-30'],
      ],
    ],
    [
      'value that another file imports in vain',
      [['claims.ts', 'export const slots', 'export const places', /slots is missing/, '']],
    ],
  ])('reports every %s, with file and line', (_, cases) => {
    const folder = shopWith(cases.map(([file, written, instead]) => [file, written, instead]))
    const { status, said, taken } = read(folder)
    expect({ status, taken }).toEqual({ status: 1, taken: undefined })
    const lines = said.trim().split('\n')
    expect(lines, said).toHaveLength(cases.length)
    for (const [, , , message, at] of cases) {
      const found = lines.find((line) => message.test(line)) ?? expect.fail(`${message} isn’t in ${said}`)
      const [, file = '', line] = /^shop\/([\w-]+\.ts), line (\d+): /.exec(found) ?? []
      expect(readFileSync(join(folder, file), 'utf8').split('\n')[Number(line) - 1]).toContain(at)
    }
  })

  it('shows the line of an unclosed quote, and how to fix it', () => {
    const folder = shopWith([['landing-page.ts', "title: '", "title: 'King's "]])
    const [before = ''] = readFileSync(join(folder, 'landing-page.ts'), 'utf8').split("King's")
    const { status, said, taken } = read(folder)
    expect({ status, taken }).toEqual({ status: 1, taken: undefined })
    expect(said).toMatch(new RegExp(`^shop/landing-page.ts, line ${before.split('\n').length}: `))
    for (const text of ["title: 'King's ", 'write the apostrophe as ’']) expect(said).toContain(text)
    expect(said).not.toContain('node:internal')
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

describe('a shop’s photographs', () => {
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#456' } })
      .jpeg()
      .toBuffer()

  /** With more detail than its size's budget allows at the finest quality. */
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

  it('replace the picture of the same name, in its sizes and budget; small and unknown ones are reported', async () => {
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
