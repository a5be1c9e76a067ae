import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
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
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCache },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
    })
  const [code] = await once(child, 'close')
  return { code, said }
}

/** The server as `npm start` starts it. */
const start = () =>
  spawnServer({ PORT: '0', DATA_DIR: join(folder, 'data') }, folder, '', join(folder, 'server/main.ts'))

const inShop = (file: string) => join(folder, 'shop', file)

function rewrite(file: string, changes: readonly (readonly [string | RegExp, string])[]) {
  const before = readFileSync(inShop(file), 'utf8')
  writeFileSync(
    inShop(file),
    changes.reduce((text, [from, to]) => text.replaceAll(from, to), before),
  )
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'own-shop-'))
  for (const name of [...sources, ...files]) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  expect(await run('scripts/shop.mjs')).toMatchObject({ code: 0 })
  rewrite('business.ts', facts)
  rewrite('testimonials.ts', [[/= \[.*\]/gs, '= []']])
  rewrite('landing-page.ts', [["'draw you.'", "'ask you.'"]])
  const photograph = sharp({ create: { width: 640, height: 853, channels: 3, background: '#a33' } })
  writeFileSync(inShop('pictures/suit.png'), await photograph.png().toBuffer())
  const { code, said } = await run('scripts/build.mjs')
  expect({ code, said }).toEqual({ code: 0, said: 'Building the page.\n' })
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Every text file of the built page, by name. */
function builtTexts(): [string, string][] {
  return readdirSync(join(folder, 'dist.shop'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(html|js|mjs|json|webmanifest|txt|xml|svg)$/.test(name))
    .map((name) => [name, readFileSync(join(folder, 'dist.shop', name), 'utf8')])
}

describe('a shop of its own', () => {
  it('is made with every placeholder marked, and stays as it is when it is there', async () => {
    expect(readFileSync(inShop('claims.ts'), 'utf8')).toMatch(/since: '2012', \/\/ TODO: yours/)
    const before = readFileSync(inShop('business.ts'), 'utf8')
    expect(await run('scripts/shop.mjs')).toMatchObject({
      code: 0,
      said: expect.stringContaining('Nothing was changed'),
    })
    expect(readFileSync(inShop('business.ts'), 'utf8')).toBe(before)
  })

  it('is in the built page, and the demonstration’s is nowhere in it', () => {
    const texts = builtTexts()
    const index = texts.find(([name]) => name === 'index.html')?.[1] ?? ''
    expect(index).toContain('Ames &amp; Daughter')
    expect(index).toContain('ask you.')
    expect(texts.filter(([, text]) => demonstration.test(text)).map(([name]) => name)).toEqual([])
    expect(existsSync(join(folder, 'dist'))).toBe(false)
  })

  it('fits a small phone, and a word that doesn’t is named', async () => {
    expect(await run('scripts/fits-phone.ts', 'dist.shop')).toEqual({ code: 0, said: '' })
    const wide = join(folder, 'dist.wide')
    cpSync(join(folder, 'dist.shop'), wide, { recursive: true })
    const html = readFileSync(join(wide, 'index.html'), 'utf8')
    const word = 'Haberdashery'.repeat(4)
    writeFileSync(
      join(wide, 'index.html'),
      html.replaceAll(claims.turnaround, word).replaceAll('href="#book"', 'href="#form"'),
    )
    const { code, said } = await run('scripts/fits-phone.ts', wide)
    expect(code).toBe(1)
    expect(said).toMatch(new RegExp(`wider than a phone with 320 pixels: .*${word}`, 's'))
    expect(said).toMatch(/leads nowhere: no part of the page is called form/)
  })

  it('shows its own photograph', async () => {
    const name =
      readdirSync(join(folder, 'dist.shop/assets')).find((file) => /^suit-400-.*\.avif$/.test(file)) ?? ''
    const { width, height } = await sharp(join(folder, 'dist.shop/assets', name)).metadata()
    expect({ width, height }).toEqual({ width: 400, height: heightAt(pictureSizes.suit, 400) })
    const { dominant } = await sharp(join(folder, 'dist.shop/assets', name)).stats()
    expect(dominant.r).toBeGreaterThan(dominant.b + 50)
  })

  it('signs the emails, the feed, the desk, and what the commands say', async () => {
    const dataDir = join(folder, 'data')
    const server = start()
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
    const feedPath = `/calendar/${feedSecretOf(dataDir)}.ics`
    const feed = async () => (await fetch(url + feedPath)).text()
    await until(async () => (await feed()).includes('BEGIN:VEVENT'))
    const desk = await (await fetch(`${url}/?desk`)).text()
    const said = [page, ...mails, await feed(), desk, server.output()]
    for (const text of said) expect(text).not.toMatch(demonstration)
    for (const text of [...mails, await feed()]) expect(text).toMatch(/Ames & Daughter|amesdaughter/)
    expect(desk).toMatch(/<title>.*<\/title>/)
    server.child.kill('SIGTERM')
    await server.exited
  })

  it('is built again when it changed, and an error in it changes nothing of the page that is served', async () => {
    const dist = () => readFileSync(join(folder, 'dist.shop/index.html'), 'utf8')
    const before = dist()
    const server = start()
    const url = await addressOf(server)
    rewrite('business.ts', [["'Ames & Daughter'", "'Ames' Daughter'"]])
    const { code, said } = await run('scripts/build.mjs')
    expect({ code, said }).toEqual({ code: 1, said: expect.any(String) })
    expect(said).toMatch(/^Building the page\.\nshop\/business\.ts, line \d+: /)
    expect(said).toMatch(/Nothing was built\. The page stays as it was\.\n$/)
    expect(dist()).toBe(before)
    expect(await (await fetch(url)).text()).toContain('Ames &amp; Daughter')
    server.child.kill('SIGTERM')
    await server.exited
    // Also a server that starts only now: it reads what was built.
    const again = start()
    expect(await (await fetch(await addressOf(again))).text()).toContain('Ames &amp; Daughter')
    again.child.kill('SIGTERM')
    await again.exited

    rewrite('business.ts', [["'Ames' Daughter'", "'Ames'"]])
    expect(await run('scripts/build.mjs')).toMatchObject({ code: 0 })
    expect(dist()).not.toContain('Daughter')
    // The next build of the same files does nothing.
    expect(await run('scripts/build.mjs')).toEqual({ code: 0, said: '' })
  })

  it('leaves nothing behind when its owner takes it away', async () => {
    rmSync(join(folder, 'shop'), { recursive: true })
    mkdirSync(join(folder, 'dist'), { recursive: true })
    await run(
      '--input-type=module',
      '--eval',
      "const { ensureBuilt } = await import('./scripts/build.mjs'); ensureBuilt()",
    )
    expect(existsSync(join(folder, 'dist.shop'))).toBe(false)
    expect(readFileSync(join(folder, 'dist/index.html'), 'utf8')).toContain('Hollis &amp; Crane')
  })
})
