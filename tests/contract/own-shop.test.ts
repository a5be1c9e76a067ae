import { spawn } from 'node:child_process'
import { once } from 'node:events'
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
import { addressOf, bookAt, bookableDay, compileCache, spawnServer } from './support/server-process.ts'
import { ann, feedSecretOf, mailsIn, until } from './support/shop-server.ts'

const root = join(import.meta.dirname, '../..')
const sources = ['booking', 'copy', 'demo', 'scripts', 'server', 'web']
const files = ['package.json', 'package-lock.json', '.npmrc', 'vite.config.ts', 'tsconfig.base.json']

/** Facts of a small shop, in place of the demonstration's. */
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

async function run(...args: string[]) {
  const env = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCache }
  const child = spawn(process.execPath, args, { cwd: folder, env })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
    })
  const [code] = await once(child, 'close')
  return { code, said }
}

const inShop = (file: string) => join(folder, 'shop', file)

function rewrite(file: string, changes: readonly (readonly [string | RegExp, string])[]) {
  let text = readFileSync(inShop(file), 'utf8')
  for (const [from, to] of changes) text = text.replaceAll(from, to)
  writeFileSync(inShop(file), text)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'own-shop-'))
  for (const name of [...sources, ...files]) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  expect(await run('scripts/shop.mjs')).toMatchObject({ code: 0 })
  expect(readFileSync(inShop('claims.ts'), 'utf8')).toMatch(/since: '2012', \/\/ TODO: yours/)
  rewrite('business.ts', facts)
  rewrite('testimonials.ts', [[/= \[.*\]/gs, '= []']])
  rewrite('landing-page.ts', [["'draw you.'", "'ask you.'"]])
  const photograph = sharp({ create: { width: 640, height: 853, channels: 3, background: '#a33' } })
  writeFileSync(inShop('pictures/suit.png'), await photograph.png().toBuffer())
  const { code, said } = await run('scripts/build.mjs')
  expect({ code, said }).toEqual({ code: 0, said: 'Building the page.\n' })
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const inDist = (file: string) => join(folder, 'dist.shop', file)

describe('a shop of its own', () => {
  it('is unchanged when it’s made again', async () => {
    const before = readFileSync(inShop('business.ts'), 'utf8')
    const { code, said } = await run('scripts/shop.mjs')
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('Nothing was changed') })
    expect(readFileSync(inShop('business.ts'), 'utf8')).toBe(before)
  })

  it('replaces the demonstration’s everywhere in the built page, with its own photograph', async () => {
    const texts = readdirSync(inDist(''), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(html|js|mjs|json|webmanifest|txt|xml|svg)$/.test(name))
      .map((name) => ({ name, text: readFileSync(inDist(name), 'utf8') }))
    const index = texts.find(({ name }) => name === 'index.html')?.text ?? ''
    expect(index).toContain('Ames &amp; Daughter')
    expect(index).toContain('ask you.')
    expect(texts.filter(({ text }) => demonstration.test(text)).map(({ name }) => name)).toEqual([])
    expect(existsSync(join(folder, 'dist'))).toBe(false)

    const name = readdirSync(inDist('assets')).find((file) => /^suit-400-.*\.avif$/.test(file)) ?? ''
    const suit = sharp(inDist(join('assets', name)))
    const { width, height } = await suit.metadata()
    expect({ width, height }).toEqual({ width: 400, height: heightAt(pictureSizes.suit, 400) })
    const { dominant } = await suit.stats()
    expect(dominant.r).toBeGreaterThan(dominant.b + 50)
  })

  it('fits a small phone, or a word that’s too wide and a link that leads nowhere are named', async () => {
    const wide = join(folder, 'dist.wide')
    cpSync(inDist(''), wide, { recursive: true })
    const word = 'Haberdashery'.repeat(4)
    const html = readFileSync(join(wide, 'index.html'), 'utf8').replaceAll(claims.turnaround, word)
    writeFileSync(join(wide, 'index.html'), html.replaceAll('href="#book"', 'href="#form"'))
    const fits = (dist: string) => run('scripts/fits-phone.ts', dist)
    const [own, { code, said }] = await Promise.all([fits('dist.shop'), fits(wide)])
    expect(own).toEqual({ code: 0, said: '' })
    expect(code).toBe(1)
    expect(said).toMatch(new RegExp(`wider than a phone with 320 pixels: .*${word}`, 's'))
    expect(said).toMatch(/leads nowhere: no part of the page is called form/)
  })

  it('signs page, emails, feed, and desk; an error in it changes none of them', async () => {
    const before = readFileSync(inDist('index.html'), 'utf8')
    rewrite('business.ts', [["'Ames & Daughter'", "'Ames' Daughter'"]])
    const { code, said } = await run('scripts/build.mjs')
    expect(code).toBe(1)
    expect(said).toMatch(/^Building the page\.\nshop\/business\.ts, line \d+: /)
    expect(said).toMatch(/Nothing was built\. The page stays as it was\.\n$/)
    expect(readFileSync(inDist('index.html'), 'utf8')).toBe(before)

    // As `npm start` starts it, after the error: it reads what was built.
    const dataDir = join(folder, 'data')
    const server = spawnServer({ PORT: '0', DATA_DIR: dataDir }, folder, '', join(folder, 'server/main.ts'))
    const url = await addressOf(server)
    const page = await (await fetch(url)).text()
    expect(page).toContain('Ames &amp; Daughter')
    const booked = await bookAt(url, { ...ann, appointment_date: bookableDay(30) })
    expect(booked.status).toBe(201)
    const emails = async () => [...(await mailsIn(dataDir)), ...(await mailsIn(dataDir, 'client-invitation'))]
    await until(async () => (await emails()).length === 2)
    const decoder = new TextDecoder()
    const mails = (await emails()).map(({ from, subject, html, text, attachments }) => {
      const invitations = attachments.map(({ content }) =>
        typeof content === 'string' ? content : decoder.decode(content),
      )
      return [JSON.stringify(from), subject, html, text, ...invitations].join('\n')
    })
    const feed = async () => (await fetch(`${url}/calendar/${feedSecretOf(dataDir)}.ics`)).text()
    await until(async () => (await feed()).includes('BEGIN:VEVENT'))
    const desk = await (await fetch(`${url}/?desk`)).text()
    expect(desk).toMatch(/<title>.*<\/title>/)
    const shown = [page, ...mails, await feed(), desk, server.output()]
    for (const text of shown) expect(text).not.toMatch(demonstration)
    for (const text of [...mails, await feed()]) expect(text).toMatch(/Ames & Daughter|amesdaughter/)
  })

  it('is built again once it changed, and leaves nothing behind when its owner removes it', async () => {
    rewrite('business.ts', [["'Ames' Daughter'", "'Ames'"]])
    expect(await run('scripts/build.mjs')).toMatchObject({ code: 0 })
    expect(readFileSync(inDist('index.html'), 'utf8')).not.toContain('Daughter')
    expect(await run('scripts/build.mjs')).toEqual({ code: 0, said: '' })

    rmSync(join(folder, 'shop'), { recursive: true })
    // The tests' own page, which is built from the same files.
    cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
    expect(await run('scripts/build.mjs')).toMatchObject({ code: 0 })
    expect(existsSync(inDist(''))).toBe(false)
  })
})
