import { execFile, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claims } from '../../demo/claims.ts'
import { heightAt, pictureSizes } from '../../demo/picture-sizes.ts'
import { bytesInAYear, initialWindow } from '../support/first-round-trip.ts'
import { fillShop, rewrite } from '../support/full-shop.ts'
import { bookAt, bookableDay, compileCacheDir, getAddress, spawnServer } from './support/server-process.ts'
import {
  ann,
  createTemporaryFolder,
  keyHeaders,
  readFeedSecret,
  readMails,
  waitFor,
} from './support/shop-server.ts'

const root = join(import.meta.dirname, '../..')
const sources = ['booking', 'copy', 'demo', 'scripts', 'server', 'web']
const files = ['package.json', 'package-lock.json', '.npmrc', 'vite.config.ts', 'tsconfig.base.json']

/** Facts of a small shop, in place of the demo's. */
const facts = [
  ['Hollis & Crane', 'Ames & Daughter'],
  ['Dallas', 'Tucson'],
  ['Texas', 'Arizona'],
  ["'TX'", "'AZ'"],
  ['hollisandcrane', 'amesdaughter'],
  ['America/Chicago', 'America/Phoenix'],
  ['takesTexts: true', 'takesTexts: false'],
] as const

const demo = /Hollis|Crane|hollisandcrane|Dallas|Texas/

let folder = ''

const run = (...args: string[]) =>
  new Promise<{ code: unknown; said: string }>((resolve) => {
    const env = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCacheDir }
    // A careful owner's files are private.
    const privately = ['-c', 'umask 077 && exec "$0" "$@"', process.execPath, ...args]
    execFile('sh', privately, { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    )
  })

const build = () => run('scripts/build.mjs')

const inShop = (file: string) => join(folder, 'shop', file)
const inDist = (file: string) => join(folder, 'dist.shop', file)
const textIn = (path: string) => readFileSync(path, 'utf8')

const rewriteFile = (file: string, ...changed: readonly (readonly [string | RegExp, string])[]) =>
  rewrite(
    inShop(''),
    changed.map(([written, instead]) => [file, written, instead]),
  )

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'own-shop-'))
  for (const name of [...sources, ...files]) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  expect(await run('scripts/shop.mjs')).toMatchObject({ code: 0 })
  expect(textIn(inShop('claims.ts'))).toMatch(/since: '2012', \/\/ TODO: yours/)
  rewriteFile('business.ts', ...facts)
  rewriteFile('testimonials.ts', [/= \[.*\]/gs, '= []'])
  rewriteFile('landing-page.ts', ["'draw you.'", "'ask you.'"])
  rewriteFile('pictures.ts', ['Gray glen check', 'Our glen check'])
  rewriteFile('copy.ts', [
    'OwnCopy = {}',
    "OwnCopy = { clientMails: { footer: 'It is in our book.' }, phoneWords: { call: 'Ring' }, requestErrors: { unread: { 400: 'No JSON.' } } }",
  ])
  await fillShop(inShop(''))
  const photograph = sharp({ create: { width: 640, height: 853, channels: 3, background: '#a33' } })
  writeFileSync(inShop('pictures/suit.png'), await photograph.png().toBuffer())
  expect(await build()).toEqual({ code: 0, said: 'Building the page.\n' })
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The user that the image runs as. */
const service = { uid: 10_001, gid: 10_001 }

/** Only root can start a process as another user, who also needs this repository's packages. */
const canChangeUser =
  process.getuid?.() === 0 && spawnSync(process.execPath, ['--version'], service).status === 0

describe('an owner’s own shop', () => {
  it('loads in one round trip without the offer, and with gallery, prices, about, and reviews', async () => {
    for (const text of ['Burgundy velvet', 'Alterations', 'Ruth', 'reviews on Google', '#5a1420'])
      expect(textIn(inDist('index.html'))).toContain(text)
    expect(await bytesInAYear(createTemporaryFolder(), inDist(''))).toBeLessThanOrEqual(initialWindow)
  })

  it('is readable by a service’s user, and starts as that user', async () => {
    const names = ['', ...readdirSync(inDist(''), { recursive: true, encoding: 'utf8' })]
    const isClosed = (name: string) => {
      const stats = statSync(inDist(name))
      const needed = stats.isDirectory() ? 0o755 : 0o644
      return name !== '.built-from' && (stats.mode & 0o777) !== needed
    }
    expect(names.filter(isClosed)).toEqual([])
    if (!canChangeUser) return
    chmodSync(folder, 0o755)
    const dataDir = createTemporaryFolder()
    chownSync(dataDir, service.uid, service.gid)
    const env = { PORT: '0', DATA_DIR: dataDir, NODE_COMPILE_CACHE: join(dataDir, 'cache') }
    const server = spawnServer(env, folder, '', { entry: join(folder, 'server/main.ts'), user: service })
    expect(await (await fetch(await getAddress(server))).text()).toContain('Ames &amp; Daughter')
  })

  it('stays unchanged when npm run shop runs again', async () => {
    const before = textIn(inShop('business.ts'))
    const said = expect.stringContaining('Nothing was changed')
    expect(await run('scripts/shop.mjs')).toEqual({ code: 0, said })
    expect(textIn(inShop('business.ts'))).toBe(before)
  })

  it('replaces the demo’s facts and photo throughout the page', async () => {
    const names = readdirSync(inDist(''), { recursive: true, encoding: 'utf8' })
    const texts = names.filter((name) => /\.(html|js|mjs|json|webmanifest|txt|xml|svg)$/.test(name))
    expect(texts.filter((name) => demo.test(textIn(inDist(name))))).toEqual([])
    for (const own of ['Ames &amp; Daughter', 'ask you.']) expect(textIn(inDist('index.html'))).toContain(own)
    expect(existsSync(join(folder, 'dist'))).toBe(false)

    const suit = sharp(inDist(names.find((name) => /suit-400-.*\.avif$/.test(name)) ?? ''))
    const { width, height } = await suit.metadata()
    expect({ width, height }).toEqual({ width: 400, height: heightAt(pictureSizes.suit, 400) })
    const { dominant } = await suit.stats()
    expect(dominant.r).toBeGreaterThan(dominant.b + 50)
  })

  it('fits a phone and a wide screen, or the check reports wide text and broken links', async () => {
    const wide = join(folder, 'dist.wide')
    cpSync(inDist(''), wide, { recursive: true })
    const word = 'Haberdashery'.repeat(4)
    const html = textIn(join(wide, 'index.html')).replaceAll(claims.turnaround ?? '', word)
    const long = html.replace('Then we cut.', 'And only then, we cut it.')
    writeFileSync(join(wide, 'index.html'), long.replaceAll('href="#book"', 'href="#form"'))
    const fits = (dist: string) => run('scripts/fits-screens.ts', dist)
    const [own, { code, said }] = await Promise.all([fits('dist.shop'), fits(wide)])
    expect(own).toEqual({ code: 0, said: '' })
    expect(code).toBe(1)
    expect(said).toMatch(new RegExp(`wider than a phone with 320 pixels: .*${word}`, 's'))
    expect(said).toMatch(/1280 pixels, the title of the first screen runs into its picture.*And only then/)
    expect(said).toMatch(/leads nowhere: no part of the page is called form/)
  })

  it('appears on page, emails, feed, and desk; an error in it changes none of them', async () => {
    const before = textIn(inDist('index.html'))
    rewriteFile('business.ts', ["'Ames & Daughter'", "'Ames' Daughter'"])
    const { code, said } = await build()
    expect(code).toBe(1)
    expect(said).toMatch(/^Building the page\.\nshop\/business\.ts, line \d+: /)
    expect(said).toMatch(/Nothing was built\. The page stays as it was\.\n$/)
    expect(textIn(inDist('index.html'))).toBe(before)

    // As `npm start` starts it, after the error: it reads the build.
    const dataDir = join(folder, 'data')
    const server = spawnServer({ PORT: '0', DATA_DIR: dataDir }, folder, '', {
      entry: join(folder, 'server/main.ts'),
    })
    const url = await getAddress(server)
    const textAt = async (path: string) => (await fetch(url + path)).text()
    const page = await textAt('/')
    expect(page).toContain('Ames &amp; Daughter')
    expect(page).toContain('<option value="radio">Local radio</option>')
    const book = (referral_source: string) =>
      bookAt(url, { ...ann, appointment_date: bookableDay(30), referral_source })
    expect([(await book('tiktok')).status, (await book('radio')).status]).toEqual([400, 201])
    const emails = async () => [
      ...(await readMails(dataDir)),
      ...(await readMails(dataDir, 'client-invitation')),
    ]
    await waitFor(async () => (await emails()).length === 2)
    const mails = (await emails()).map(({ from, subject, html, text, attachments }) => {
      const invitations = attachments.map(({ content }) => Buffer.from(content as ArrayBuffer).toString())
      return [JSON.stringify(from), subject, html, text, ...invitations].join('\n')
    })
    const [toOwner, toClient] = await emails()
    expect(toOwner?.text).toContain('Local radio')
    const ofLogo = toClient?.attachments.filter(({ contentId }) => contentId === '<logo>')
    expect(ofLogo).toMatchObject([{ mimeType: 'image/png', disposition: 'inline' }])
    expect(toClient?.html).toContain('src="cid:logo"')
    expect(toClient?.text).toMatch(/^Ames & Daughter\n/)
    expect(toClient?.html).toContain('It is in our book.')
    expect(page).toContain('>Ring</a>')
    const unread = await fetch(`${url}/rest/v1/appointments`, {
      method: 'POST',
      headers: { ...keyHeaders, 'content-type': 'application/json' },
      body: '{',
    })
    expect(await unread.text()).toContain('No JSON.')
    expect(page).toMatch(/<img src="[^"]*logo[^"]*svg" alt="Ames &amp; Daughter, [^"]*" width="176"/)
    for (const text of [page, await textAt('/?desk'), await textAt('/desk.webmanifest')])
      expect(text).toContain('#5a1420')
    const arrow = readdirSync(inDist('assets')).find((name) => /^chevron-.*svg$/.test(name))
    expect(await textAt(`/assets/${arrow}`)).toContain('#2a1416')
    const icon = /href="([^"]*icon-[^"]*svg)"/.exec(page)?.[1] ?? ''
    expect(await textAt(icon)).toMatch(/#5a1420/)
    const feed = () => textAt(`/calendar/${readFeedSecret(dataDir)}.ics`)
    await waitFor(async () => (await feed()).includes('BEGIN:VEVENT'))
    const desk = await textAt('/?desk')
    expect(desk).toMatch(/<title>.*<\/title>/)
    const shown = [page, ...mails, await feed(), desk, server.output()]
    for (const text of shown) expect(text).not.toMatch(demo)
    for (const text of [...mails, await feed()]) expect(text).toMatch(/Ames & Daughter|amesdaughter/)
    // Its number takes no texts.
    const unknown = await textAt('/?visit=unknown')
    for (const text of [page, unknown, mails.join()]) expect(text).toContain('href="tel:')
    for (const text of [...shown, unknown]) expect(text).not.toMatch(/sms:|call or text/)
  })

  it('is rebuilt after a change, and leaves nothing behind when its owner removes it', async () => {
    rewriteFile('business.ts', ["'Ames' Daughter'", "'Ames'"])
    expect(await build()).toMatchObject({ code: 0 })
    expect(textIn(inDist('index.html'))).not.toContain('Daughter')
    expect(await build()).toEqual({ code: 0, said: '' })

    rmSync(join(folder, 'shop'), { recursive: true })
    // The tests' own page, which is built from the same files.
    cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
    expect(await build()).toMatchObject({ code: 0 })
    expect(existsSync(inDist(''))).toBe(false)
  })
})
