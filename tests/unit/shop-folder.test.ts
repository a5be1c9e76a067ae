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
import { afterAll, describe, expect, it } from 'vitest'
import { heightAt, pictureSizes } from '../../demo/picture-sizes.ts'

const root = join(import.meta.dirname, '../..')

/** Node compiles the checks once for all tests. In its own folder, because it also compiles each shop's copy. */
const compileCacheDir = mkdtempSync(join(tmpdir(), 'compiled-'))
/** Several tests look at the same shop, so all folders stay until the end. */
const folders = [compileCacheDir]
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

type Change = [file: string, written: string | RegExp, instead: string]

/** A shop's folder like the demo's, with some texts replaced. */
function shopWith(changes: readonly Change[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'shop-50%25-'))
  folders.push(folder)
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
  folders.push(taken)
  const args = ['scripts/read-shop.ts', folder, taken]
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCacheDir }
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' })
  const said = (stdout + stderr).replaceAll(relative(root, folder), 'shop')
  return { status, said, taken: existsSync(taken) ? join(taken, 'shop') : undefined }
}

type ErrorCase = [...Change, message: RegExp, at: string]

describe('an owner’s shop/ folder, before a build', () => {
  it.each<[what: string, cases: ErrorCase[]]>([
    [
      'value of the wrong shape, and empty text that would leave a gap on the page',
      [
        ['business.ts', /\n {4}regionName: .*/, '', /regionName is missing/, 'address: {'],
        ['landing-page.ts', /question: 'How long.*',\n/, '', /items\.2\.question is missing/, '{'],
        ['landing-page.ts', "icon: 'hanger'", "icon: 'hat'", /icon must be one of .*hanger/, "icon: 'hat'"],
        ['claims.ts', "since: '2012'", 'since: 2012', /since must be text between quotes/, 'since: 2012'],
        // The landing page uses it. Fixing the fact fixes that too, so only the fact is reported.
        ['claims.ts', "consultation: '", "visit: '", /consultation is missing/, 'export const claims'],
        ['claims.ts', /headline: '.*'/, "headline: ''", /offer\.headline is empty/, "headline: ''"],
        ['landing-page.ts', '', '', /solution\.title is empty/, 'offer.headline'],
        ['claims.ts', /conditions: `.*`/, 'conditions: ` `', /offer\.conditions is empty/, 'conditions: ` `'],
        ['business.ts', "label: 'Facebook'", "label: ''", /social\.0\.label is empty/, "label: ''"],
        ['landing-page.ts', "name: 'Premium fabrics'", "name: ''", /labels\.2\.name is empty/, "name: ''"],
        ['pictures.ts', /tuxedo: '.*'/, "tuxedo: ''", /pictureTexts\.tuxedo is empty/, "tuxedo: ''"],
        [
          'landing-page.ts',
          /title: 'Ready to Get Started\?'/,
          "title: ' '",
          /book\.title is empty/,
          "title: ' '",
        ],
      ],
    ],
    [
      'fact that breaks a rule, choice of the sources that a booking can’t keep, and list that is too long',
      [
        ['business.ts', "timeZone: '", "timeZone: 'Central, ", /must be the name of a time zone/, "'Central"],
        ['social-proof.ts', "mode: 'simulated'", "mode: 'real'", /mode must be one of simulated/, "'real'"],
        ['opening-hours.ts', "friday: ['09:00-17:00']", "friday: ['9-5']", /The hours on Friday/, '9-5'],
        [
          'opening-hours.ts',
          '\n  dates: {}',
          "\n  dates: { '2026-02-30': [] }",
          /under a real date/,
          '2026-02-30',
        ],
        [
          'sources.ts',
          "tiktok: 'TikTok'",
          "'Local radio': 'Radio'",
          /Local radio must be a short lowercase name/,
          'Local radio',
        ],
        ['sources.ts', "friend: 'Friend'", "friend: ' '", /friend is empty/, "friend: ' '"],
        [
          'landing-page.ts',
          '  labels: [',
          "  labels: [ // of promises\n    { name: 'One price', text: 'As written.', term: '', tooltip: '' },",
          /promises\.labels must have 2 to 4 entries/,
          'labels: [ // of promises',
        ],
        [
          'landing-page.ts',
          '  rows: [',
          "  rows: [ // of features\n    { icon: 'tape', feature: 'Tea', benefit: 'Hot.', description: 'With milk.' },",
          /features\.rows must have 3 to 5 entries/,
          'rows: [ // of features',
        ],
        [
          'landing-page.ts',
          '  notes: [',
          "  notes: [ // of problems\n    { name: 'Waiting', text: 'No one says how long.' },",
          /problem\.notes must have exactly 3 entries/,
          'notes: [ // of problems',
        ],
      ],
    ],
    [
      'fact under an old name',
      [
        [
          'opening-hours.ts',
          '\n  dates: {}',
          "\n  closedDates: ['2026-12-25', '2027-01-01']",
          /closedDates is dates now\. Write in its place: {2}dates: \{ '2026-12-25': \[\], '2027-01-01': \[\] \},$/,
          'closedDates',
        ],
      ],
    ],
    [
      'section, color, price, and word that a page can’t have',
      [
        ['landing-page.ts', "'problem',", "'problme',", /no section named "problme"/, "'problme',"],
        [
          'landing-page.ts',
          "'closing',\n]",
          "'book', 'prices',\n]",
          /"book" is listed twice/,
          "'book', 'prices'",
        ],
        [
          'look.ts',
          "colors: 'navy-and-brass',",
          "colors: 'navy',",
          /colors must be one of navy-and-brass, ox/,
          "'navy',",
        ],
        ['prices.ts', "price: '$24'", "price: '24'", /price needs its currency/, "price: '24'"],
        [
          'copy.ts',
          'OwnCopy = {}',
          'OwnCopy = {\n  remindr: {},\n  reminder: {\n    titel: "Soon" } }',
          /no words named remindr/,
          'remindr',
        ],
        ['copy.ts', '', '', /no text named reminder\.titel/, 'titel'],
      ],
    ],
    [
      'missing value that another file imports',
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

  it('reports colors that people can’t read together, a lost value, a lost form, and a section without its file', () => {
    const colors = `{ ground: '#e7e3d8', sheet: '#f8f6f0', ink: '#151b2b', secondInk: '#9a9a9a',
      cloth: '#131a2b', metal: '#dba93c', thread: '#6f4c0c', red: '#a2341c' }`
    const folder = shopWith([
      ['look.ts', "colors: 'navy-and-brass',", `colors: ${colors},`],
      [
        'copy.ts',
        'OwnCopy = {}',
        'OwnCopy = { reminder: { subject: () => `Soon`, preview: (kind, when) => when + kind } }',
      ],
      ['landing-page.ts', "\n  'book',", ''],
      ['landing-page.ts', "'problem',", "'problem', 'about',"],
    ])
    rmSync(join(folder, 'about.ts'))
    const { said } = read(folder)
    expect(said).toMatch(
      /look\.ts, line 6: People couldn’t read secondInk \(#9a9a9a\) on ground \(#e7e3d8\): the contrast is 2\.\d+, and it needs 4\.5\./,
    )
    expect(said).toMatch(/lighter secondInk \(#ababab\) on white/)
    expect(said).toMatch(/copy\.ts, line \d+: reminder\.subject must keep its value number 1/)
    expect(said).not.toMatch(/preview/)
    expect(said).toMatch(/landing-page\.ts, line \d+: The sections must include "book"/)
    expect(said).toMatch(/The section "about" needs about\.ts in this folder/)
  })

  it('names the color that is missing, or that there is none of that name', () => {
    const colors =
      "{ ground: '#e7e3d8', sheet: '#f8f6f0', ink: '#151b2b', cloth: '#131a2b', metal: '#dba93c', thread: '#6f4c0c', red: '#a2341c', gold: '#dba93c' }"
    const { said } = read(shopWith([['look.ts', "'navy-and-brass',\n", `${colors},\n`]]))
    expect(said).toMatch(/^shop\/look\.ts, line 6: colors\.secondInk must be a color like #131a2b\.$/m)
    expect(said).toMatch(
      /^shop\/look\.ts, line 6: colors can’t have gold: there are eight colors, as in demo\/types\.ts\.$/m,
    )
  })

  it('reports each text that uses a missing fact, but ignores unlisted sections', () => {
    const said = (...changes: Change[]) => read(shopWith(changes)).said.trim().split('\n')
    const noTurnaround: Change = ['claims.ts', /\n {2}turnaround: .*/, '']
    const named = ['hero.lead', 'facts.3.figure', 'features.rows.4.feature', 'questions.items.2.answer']
    expect(said(noTurnaround).map((line) => /: (\S+) uses a fact that isn’t there/.exec(line)?.[1])).toEqual([
      ...named,
      'closing.steps.2.text',
      'head.description',
    ])
    const sections = /(?<=SectionName\[\] = \[)[^\]]*/
    const inShort = said(noTurnaround, ['landing-page.ts', sections, "'book', 'solution'"])
    expect(inShort.map((line) => /: (\S+) uses/.exec(line)?.[1])).toEqual(['hero.lead', 'head.description'])
  })

  it('reports each text that mentions the offer, unless the page lists it', () => {
    const folder = shopWith([['landing-page.ts', "\n  'solution',", '']])
    const { status, said } = read(folder)
    expect(status).toBe(1)
    const named = said.match(/\S+(?= can’t mention the offer)/g)
    expect(named).toEqual(['questions.items.1.answer', 'closing.steps.2.name', 'closing.steps.2.text'])
    expect(readSound()).toMatchObject({ status: 0, said: '' })
  })

  /** A shop that leaves out and changes as much as it may. */
  let sound: ReturnType<typeof read> | undefined
  function readSound() {
    if (sound) return sound
    const reworded =
      "texts: { late: (minutes, time) => minutes + ' late, at ' + time }, requestErrors: { unread: { 408: 'Too slow.' } }"
    const folder = shopWith([
      ['copy.ts', 'OwnCopy = {}', `OwnCopy = { phoneWords: { call: 'Ring' }, ${reworded} }`],
      ['landing-page.ts', /\n {2}price: .*/, ''],
      ['landing-page.ts', /\n {2}badge: .*/, ''],
      ['landing-page.ts', /\n {2}priceRange: .*/, ''],
      ['landing-page.ts', /term: 'Basted',\n\s+tooltip: '.*'/, "term: '', tooltip: ''"],
    ])
    rmSync(join(folder, 'social-proof.ts'))
    writeFileSync(join(folder, 'picture-sizes.ts'), 'of another version')
    sound = read(folder)
    return sound
  }

  it('puts reworded texts into the product’s copy: a sentence, a text message, and one for a status', () => {
    const { taken = '' } = readSound()
    const written = (file: string) => readFileSync(join(taken, '../copy', file), 'utf8')
    expect(written('phone.ts')).toContain("call: ownCopy['phoneWords']['call'], callInSentence: 'call'")
    expect(written('texts.ts')).toContain("late: ownCopy['texts']['late'],")
    expect(written('errors.ts')).toContain("408: ownCopy['requestErrors']['unread']['408'],")
  })

  it('can leave out lines, and a text that the demo leaves empty: a promise without a term', () => {
    expect(readSound()).toMatchObject({ status: 0, said: '' })
    const page = readFileSync(join(readSound().taken ?? '', 'landing-page.ts'), 'utf8')
    expect(page).toContain("term: '', tooltip: ''")
    expect(page).not.toMatch(/\n {2}(price|badge|priceRange): /)
  })

  it('keeps the demo’s text out of the sections that aren’t listed', () => {
    expect(readFileSync(join(readSound().taken ?? '', 'about.ts'), 'utf8')).not.toMatch(/Ruth|Hollis/)
  })

  it('falls back to the demo’s files, and always uses those that describe the product', () => {
    const { taken = '' } = readSound()
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

  function withPictures(files: Record<string, Buffer | string>, described: readonly Change[] = []) {
    const folder = shopWith(described)
    mkdirSync(join(folder, 'pictures'), { recursive: true })
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, 'pictures', name), bytes)
    return read(folder)
  }

  const plates = (fourth: string): Change => [
    'landing-page.ts',
    'plates: [',
    `plates: [{ name: 'Shirts', text: 'Poplin.', ${fourth} },`,
  ]
  const poplin = plates("picture: 'poplin', alt: 'A shirt.'")
  const oxblood: Change = ['look.ts', "colors: 'navy-and-brass',", "colors: 'oxblood-and-bone',"]
  const logo = (width: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="44"><path fill="#0f0" d="M0 0h${width}v44H0z"/></svg>`

  let sound: Promise<ReturnType<typeof read>> | undefined
  async function makeSound() {
    const small = await plain(300, 400)
    const files = {
      ...{ 'suit.jpg': await photograph(700, 1400), 'tuxedo.jpg': small, 'wedding.jpg': small },
      ...{ 'poplin.jpg': await plain(700, 900), 'logo.svg': logo(44) },
    }
    const described: Change[] = [
      ['pictures.ts', 'Gray glen check', 'Our glen check'],
      ['pictures.ts', 'Midnight barathea', 'Our barathea'],
    ]
    return withPictures(files, [...described, poplin, oxblood])
  }
  /** A shop with all kinds of photographs. */
  function readSound() {
    sound ??= makeSound()
    return sound
  }

  it('replace the picture of the same name, in its sizes and budget; small and unknown ones are reported', async () => {
    const { status, said, taken = '' } = await readSound()
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

  it('appear in the design that lists them', async () => {
    const { taken = '' } = await readSound()
    expect(existsSync(join(taken, 'pictures/rendered/photo-poplin-640x823.webp'))).toBe(true)
  })

  it('must be 4 to 24 in the gallery, and 2 to 6 in the designs, each with its alt text', () => {
    const listed: Change = ['landing-page.ts', "'problem',", "'problem', 'gallery',"]
    const all = /photographs: \[.*\]/s
    const velvet = "{ file: 'velvet', alt: 'Velvet.', caption: 'Velvet' },"
    const onlySuit = "plates: [{ picture: 'suit', name: 'Suits', text: 'Wool.' }] as"
    const tooFew = /^shop\/gallery\.ts, line \d+: photographs must have 4 to 24 entries/m
    const cases: [designs: Change, gallery: readonly Change[], messages: readonly RegExp[]][] = [
      [
        plates("picture: 'poplin'"),
        [['gallery.ts', all, `photographs: [${velvet}]`]],
        [
          tooFew,
          /^shop\/landing-page\.ts, line \d+: designs\.plates\.0\.alt must describe your own photograph/m,
        ],
      ],
      [
        ['landing-page.ts', /plates: \[.*?\] as/s, onlySuit],
        [['gallery.ts', all, `photographs: [${velvet.repeat(40)}]`]],
        [tooFew, /designs\.plates must have 2 to 6 entries/],
      ],
      [
        poplin,
        [
          ['gallery.ts', /alt: 'Burgundy[^']*'/, "alt: ''"],
          ['gallery.ts', /\n {6}alt: 'Shears[^']*',/, ''],
        ],
        [
          /gallery\.ts, line \d+: photographs\.0\.alt is empty/,
          /gallery\.ts, line \d+: photographs\.1\.alt must be text between quotes/,
        ],
      ],
    ]
    for (const [designs, gallery, messages] of cases) {
      const { status, said } = read(shopWith([listed, designs, ...gallery]))
      expect(status).toBe(1)
      for (const message of messages) expect(said).toMatch(message)
    }
  })

  it('stop the build if the logo is no picture, or too wide', async () => {
    for (const noLogo of ['words', ''])
      expect(withPictures({ 'logo.svg': noLogo }).said).toBe(
        'shop/pictures/logo.svg: This file is no picture. Save it as an SVG or a PNG, and try again.\n',
      )
    expect(withPictures({ 'logo.png': await plain(900, 100) }).said).toMatch(
      /logo\.png: A logo can be at most 8 times as wide/,
    )
  })

  it('make an icon of a square logo, on its background, but not of a wide one', async () => {
    const pixels = async (taken = '') => {
      const icon = sharp(join(taken, 'pictures/rendered/icon-180.png'))
      const { data, info } = await icon.removeAlpha().raw().toBuffer({ resolveWithObject: true })
      const at = (x: number, y: number) => [...data.subarray(3 * (y * info.width + x)).subarray(0, 3)]
      return { edge: at(90, 8), inner: at(90, 70) }
    }
    expect(await pixels((await readSound()).taken)).toEqual({
      edge: [0x5a, 0x14, 0x20],
      inner: [0, 255, 0],
    })
    const wide = await pixels(withPictures({ 'logo.svg': logo(176) }, [oxblood]).taken)
    expect(wide.edge).toEqual([0x5a, 0x14, 0x20])
    expect(wide.inner).not.toEqual([0, 255, 0])
  })

  it('stop the build if one isn’t a picture, is incomplete, has a twin, is missing, or keeps the demo’s alt text', async () => {
    const files = {
      'special-occasion.jpg': await plain(300, 400),
      'special-occasion.png': 'x',
      'suit.jpg': 'words',
      'tuxedo.jpg': (await photograph(700, 900)).subarray(0, 20_000),
      'logo.png': 'words',
    }
    const listed: Change = ['landing-page.ts', "'problem',", "'problem', 'gallery',"]
    const { status, said, taken } = withPictures(files, [listed, poplin])
    expect({ status, taken }).toEqual({ status: 1, taken: undefined })
    for (const sentence of [
      /^shop\/pictures\/special-occasion\.png: special-occasion\.jpg has the same name/m,
      /^shop\/pictures\/suit\.jpg: This file is no picture\./m,
      /^shop\/pictures\/tuxedo\.jpg: This picture is damaged\./m,
      /^shop\/pictures\/logo\.png: This file is no picture/m,
      /^shop\/landing-page\.ts, line \d+: There is no photograph named poplin in pictures/m,
      /^shop\/gallery\.ts, line \d+: There is no photograph named velvet/m,
      /^shop\/pictures\.ts, line \d+: pictureTexts\['special-occasion'\] must describe/m,
    ])
      expect(said).toMatch(sentence)
  })
})
