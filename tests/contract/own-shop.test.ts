import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claims } from '../../demo/claims.ts'
import { heightAt, pictureSizes } from '../../demo/picture-sizes.ts'
import { bookAt, bookableDay, compileCacheDir, getAddress, spawnServer } from './support/server-process.ts'
import { ann, readFeedSecret, readMails, waitFor } from './support/shop-server.ts'

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
] as const

const demonstration = /Hollis|Crane|hollisandcrane|Dallas|Texas/

let folder = ''

const run = (...args: string[]) =>
  new Promise<{ code: unknown; said: string }>((resolve) => {
    const env = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCacheDir }
    execFile(process.execPath, args, { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    )
  })

const build = () => run('scripts/build.mjs')

const inShop = (file: string) => join(folder, 'shop', file)
const inDist = (file: string) => join(folder, 'dist.shop', file)
const textIn = (path: string) => readFileSync(path, 'utf8')

function rewrite(file: string, ...changes: readonly (readonly [string | RegExp, string])[]) {
  let text = textIn(inShop(file))
  for (const [from, to] of changes) text = text.replaceAll(from, to)
  writeFileSync(inShop(file), text)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'own-shop-'))
  for (const name of [...sources, ...files]) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  expect(await run('scripts/shop.mjs')).toMatchObject({ code: 0 })
  expect(textIn(inShop('claims.ts'))).toMatch(/since: '2012', \/\/ TODO: yours/)
  rewrite('business.ts', ...facts)
  rewrite('testimonials.ts', [/= \[.*\]/gs, '= []'])
  rewrite('landing-page.ts', ["'draw you.'", "'ask you.'"])
  const photograph = sharp({ create: { width: 640, height: 853, channels: 3, background: '#a33' } })
  writeFileSync(inShop('pictures/suit.png'), await photograph.png().toBuffer())
  expect(await build()).toEqual({ code: 0, said: 'Building the page.\n' })
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a shop of its own', () => {
  it('is unchanged when it’s made again', async () => {
    const before = textIn(inShop('business.ts'))
    const said = expect.stringContaining('Nothing was changed')
    expect(await run('scripts/shop.mjs')).toEqual({ code: 0, said })
    expect(textIn(inShop('business.ts'))).toBe(before)
  })

  it('replaces the demo’s facts and photo throughout the page', async () => {
    const names = readdirSync(inDist(''), { recursive: true, encoding: 'utf8' })
    const texts = names.filter((name) => /\.(html|js|mjs|json|webmanifest|txt|xml|svg)$/.test(name))
    expect(texts.filter((name) => demonstration.test(textIn(inDist(name))))).toEqual([])
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
    const html = textIn(join(wide, 'index.html')).replaceAll(claims.turnaround, word)
    writeFileSync(join(wide, 'index.html'), html.replaceAll('href="#book"', 'href="#form"'))
    const fits = (dist: string) => run('scripts/fits-phone.ts', dist)
    const [own, { code, said }] = await Promise.all([fits('dist.shop'), fits(wide)])
    expect(own).toEqual({ code: 0, said: '' })
    expect(code).toBe(1)
    expect(said).toMatch(new RegExp(`wider than a phone with 320 pixels: .*${word}`, 's'))
    expect(said).toMatch(/leads nowhere: no part of the page is called form/)
  })

  it('appears on page, emails, feed, and desk; an error in it changes none of them', async () => {
    const before = textIn(inDist('index.html'))
    rewrite('business.ts', ["'Ames & Daughter'", "'Ames' Daughter'"])
    const { code, said } = await build()
    expect(code).toBe(1)
    expect(said).toMatch(/^Building the page\.\nshop\/business\.ts, line \d+: /)
    expect(said).toMatch(/Nothing was built\. The page stays as it was\.\n$/)
    expect(textIn(inDist('index.html'))).toBe(before)

    // As `npm start` starts it, after the error: it reads the build.
    const dataDir = join(folder, 'data')
    const server = spawnServer({ PORT: '0', DATA_DIR: dataDir }, folder, '', join(folder, 'server/main.ts'))
    const url = await getAddress(server)
    const textAt = async (path: string) => (await fetch(url + path)).text()
    const page = await textAt('/')
    expect(page).toContain('Ames &amp; Daughter')
    const booked = await bookAt(url, { ...ann, appointment_date: bookableDay(30) })
    expect(booked.status).toBe(201)
    const emails = async () => [
      ...(await readMails(dataDir)),
      ...(await readMails(dataDir, 'client-invitation')),
    ]
    await waitFor(async () => (await emails()).length === 2)
    const mails = (await emails()).map(({ from, subject, html, text, attachments }) => {
      const invitations = attachments.map(({ content }) => Buffer.from(content as ArrayBuffer).toString())
      return [JSON.stringify(from), subject, html, text, ...invitations].join('\n')
    })
    const feed = () => textAt(`/calendar/${readFeedSecret(dataDir)}.ics`)
    await waitFor(async () => (await feed()).includes('BEGIN:VEVENT'))
    const desk = await textAt('/?desk')
    expect(desk).toMatch(/<title>.*<\/title>/)
    const shown = [page, ...mails, await feed(), desk, server.output()]
    for (const text of shown) expect(text).not.toMatch(demonstration)
    for (const text of [...mails, await feed()]) expect(text).toMatch(/Ames & Daughter|amesdaughter/)
  })

  it('is built again once it changed, and leaves nothing behind when its owner removes it', async () => {
    rewrite('business.ts', ["'Ames' Daughter'", "'Ames'"])
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
