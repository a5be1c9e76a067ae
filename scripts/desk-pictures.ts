/** Takes the pictures of docs/desk.md: `npm run build`, then `node_modules/.bin/node scripts/desk-pictures.ts`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { opening } from '../demo/opening-hours.ts'
import { startServer } from '../server/app.ts'
import { demoKey, readConfig } from '../server/config.ts'
import { ensureChromium, launchOptions, quietFlags } from './chromium.mjs'
import { root } from './run.mjs'

const booked = Date.parse('2026-11-12T16:02-06:00')
const today = '2026-11-24'
const shown = Date.parse(`${today}T11:52-06:00`)

const clients: [name: string, date: string, time: string, source: string, attendance?: string][] = [
  ['Carla Mendes', '2026-11-23', '09:00', 'google', 'came'],
  ['Walt Jennings', '2026-11-23', '10:30', 'friend', 'came'],
  ['Aisha Karim', '2026-11-23', '13:00', 'instagram', 'came'],
  ['Peter Novak', '2026-11-23', '14:30', 'facebook', 'did_not_come'],
  ['Marcus Bell', today, '09:00', 'friend', 'came'],
  ['Theo Lindqvist', today, '10:00', 'friend', 'came'],
  ['Eleanor Whitfield', today, '11:30', 'google'],
  ['Priya Raman', today, '12:30', 'instagram'],
  ['Bea Thornton', '2026-11-25', '09:00', 'google'],
  ['Hank Delgado', '2026-11-25', '10:00', 'linkedin'],
  ['Lucia Ferrante', '2026-11-25', '12:30', 'google'],
  ['Omar Farouk', '2026-11-25', '15:30', 'instagram'],
  ['Samir Haddad', '2026-11-27', '10:00', 'linkedin'],
  ['Grace Lindholm', '2026-11-27', '13:00', 'google'],
  ['Noah Brandt', '2026-11-27', '16:00', 'tiktok'],
  ['Ruth Adeyemi', '2026-11-28', '09:30', 'google'],
  ['Kenji Mori', '2026-11-28', '11:00', 'friend'],
]

const folder = mkdtempSync(join(tmpdir(), 'desk-pictures-'))
let clock = { began: Date.now(), shows: booked }
const server = await startServer({
  config: readConfig({ PORT: '0', DATA_DIR: folder, RATE_LIMIT_PER_MINUTE: '0' }),
  now: () => clock.shows + Date.now() - clock.began,
})
const client = createClient(server.url, demoKey, { auth: { persistSession: false } })
await client.auth.verifyOtp({ type: 'magiclink', token_hash: server.firstDeskLink?.split('#')[1] ?? '' })
const asOwner = (name: string, args: object) => client.rpc(name, args).throwOnError()

const ids = new Map<string, string>()
for (const [at, [full_name, appointment_date, appointment_time, referral_source]] of clients.entries()) {
  const email = `${full_name.toLowerCase().replace(' ', '@')}.example`
  const fields = { full_name, email, phone: `(214) 555-01${10 + at}`, referral_source }
  const row = { ...fields, appointment_date, appointment_time }
  const { data } = await client.from('appointments').insert(row).select().single().throwOnError()
  ids.set(full_name, data.id)
}
await asOwner('write_note', { id: ids.get('Priya Raman'), note: 'Brown glen, two buttons.' })
const plano = { from: `${today}T14:15`, to: `${today}T18:00`, reason: 'Fitting at the client’s, Plano' }
await asOwner('close_time', plano)
await asOwner('close_time', { from: '2026-11-26T09:00', to: '2026-11-26T18:00', reason: 'Thanksgiving' })
await asOwner('set_opening', { week: { ...opening.week, sunday: [] } })
clock = { began: Date.now(), shows: shown }
const session = JSON.stringify((await client.auth.refreshSession()).data.session)
for (const [name, , , , attendance] of clients)
  if (attendance) await asOwner('note_attendance', { id: ids.get(name), attendance })

const browser = await chromium.launch({ ...launchOptions(ensureChromium()), args: quietFlags })

async function open(width: number, height: number): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: width < 900,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await context.clock.install({ time: shown })
  await context.addInitScript((value) => localStorage.setItem('sb-127-auth-token', value), session)
  return context.newPage()
}

async function take(page: Page, path: string, name: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`${server.url}/?desk#${path}`)
  const isDialog = path.split('/').length > 3
  await (isDialog ? page.getByRole('dialog') : page.getByRole('main').getByRole('list')).first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  const picture = sharp(await page.screenshot()).webp({ quality: 70 })
  await picture.toFile(join(process.argv[2] ?? join(root, 'docs'), `${name}.webp`))
}

try {
  const day = `/day/${today}`
  const phone = await open(390, 844)
  await take(phone, day, 'desk-day')
  await take(phone, `${day}/appointment/${ids.get('Priya Raman')}`, 'desk-appointment')
  await take(phone, '/day/2026-11-25/book', 'desk-booking')
  // Tall enough not to scroll to the current time.
  await take(await open(1440, 1040), `${day}/appointment/${ids.get('Priya Raman')}`, 'desk-week')
} finally {
  await browser.close()
  await server.close()
  rmSync(folder, { recursive: true })
}
