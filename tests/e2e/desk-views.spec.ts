import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { SMTPServer } from 'smtp-server'
import { desk } from '#copy/desk.ts'
import { getKind, longestMinutes } from '../../booking/kinds.ts'
import type { Agenda } from '../../booking/owner-api.ts'
import { getFreePort } from '../support/free-port.ts'
import { expectAccessible } from './support/accessible.ts'
import { day, expect, getPath, type Owner, onPhone, onScreen, phone, test } from './support/desk.ts'
import { waitForFonts } from './support/page.ts'

const words = desk.vanished

onScreen(
  'the owner can download the agenda, read emails, and count clients by source and kind',
  async ({ page, shop, owner }) => {
    const date = '2026-12-21'
    await owner.bookAsClient('Samir Haddad', '15:00', date)
    await owner.bookAsClient('Priya Raman', '12:30', date)
    await owner.signIn()
    await expect(owner.label('Priya Raman')).toBeVisible()
    await test.step('the owner can download the agenda and read emails', async () => {
      const addresses = ['priya.raman@example.com', 'samir.haddad@example.com']
      for (const address of addresses)
        await expect.poll(async () => (await shop.mails()).join()).toContain(`To: ${address}`)
      const download = async (name: string) => {
        const started = page.waitForEvent('download')
        await owner.press(name)
        return started
      }
      await owner.press(desk.download)
      expect((await download(desk.taking.csv)).suggestedFilename()).toMatch(/^appointments-.*\.csv$/)
      const file = await download(desk.taking.calendar)
      expect(file.suggestedFilename()).toMatch(/\.ics$/)
      const calendar = await readFile(await file.path(), 'utf8')
      for (const name of ['Priya Raman', 'Samir Haddad']) expect(calendar).toContain(name)

      await owner.press(desk.mails)
      const mailTo = (address: string) =>
        page.getByRole('listitem').filter({ hasText: desk.sent.to(address) })
      // One stays open when another opens.
      for (const address of addresses) await mailTo(address).locator('summary').click()
      for (const address of addresses) {
        await expect(mailTo(address).locator('pre')).toContainText('Monday, December 21')
        await expect(mailTo(address)).toContainText(desk.sent.attached(''))
      }
    })
    await owner.press(desk.figures)
    await page.getByLabel(desk.charts.to).fill(date)
    await expect(page.getByRole('heading', { level: 1, name: desk.figures })).toBeVisible()
    await expect(page.getByRole('row', { name: 'Google 2 0 0 0 0' })).toBeVisible()
    await expect(page.getByText(desk.seam.text(2, 0))).toBeVisible()
    await owner.ask('book_for_client', {
      full_name: 'Priya Raman',
      email: 'priya.raman@example.com',
      appointment_date: '2026-12-22',
      appointment_time: '10:00',
      kind: 'fitting',
    })
    await page.reload()
    await page.getByLabel(desk.charts.to).fill('2026-12-22')
    await expect(page.getByText(desk.seam.text(2, 1))).toBeVisible()
    // A notice's thread runs out; the needle's doesn't.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const clipped = await page.locator('.seam .thread').evaluate((thread) => {
      for (const animation of document.getAnimations()) animation.finish()
      return getComputedStyle(thread).clipPath
    })
    expect(clipped).toBe('none')
    await expect(page.getByRole('row', { name: 'Google 2 0 0 0 1' })).toBeVisible()
    await expect(page.locator('.by-kind')).toHaveText(`${desk.seam.kinds}Consultations2Fittings1`)
    await expectAccessible(page)

    await test.step('how far ahead clients book, next to its mark', async () => {
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await page.reload()
        await page.getByLabel(desk.charts.to).fill(date)
        await waitForFonts(page)
        for (const words of [desk.charts.aheadHalf, desk.charts.aheadNine]) {
          const text = page.getByText(words, { exact: true })
          await text.scrollIntoViewIfNeeded()
          const box = (await text.boundingBox()) ?? { x: -1, width: 0, height: 0 }
          expect(box.x).toBeGreaterThan(0)
          expect(box.x + box.width).toBeLessThan(width)
          expect(box.height).toBeLessThan(30)
        }
      }
    })
    const table = page.getByRole('table', { name: /By source/ })
    const from = page.getByLabel(desk.charts.from)
    await from.fill('2027-01-01')
    await expect(page.getByRole('alert')).toHaveText(desk.closing.backwards)
    await expect(table).toHaveCount(0)
    await from.fill('2026-12-01')
    await expect(table).toBeVisible()
  },
)

onScreen(
  'the owner finds a client by part of a name, and deletes them after a question',
  async ({ page, owner }) => {
    await owner.bookAsClient('Priya Raman', '09:00', '2027-11-05')
    const samir = await owner.bookAsClient('Samir Haddad', '09:00', '2027-02-01')
    await owner.openDesk()
    const { id } = await owner.bookElsewhere('Priya Raman', '21:00', {
      email: 'priya.raman@example.com',
      appointment_date: '2026-12-01',
    })
    await owner.ask('note_attendance', { id, attendance: 'came' })
    const find = async (typed: string) => {
      await owner.goTo('clients')
      await page.getByLabel(desk.finding.label).fill(typed)
      await owner.dialog.getByRole('list').getByRole('link').first().click()
    }
    const deleteFound = async () => {
      await owner.press(desk.finding.forget, owner.dialog)
      await owner.press(desk.finding.forgetVerb, owner.dialog)
    }
    await find('ram')
    await expect(owner.dialog.getByRole('heading', { level: 1 })).toHaveText('Priya Raman')
    const came = owner.dialog.getByRole('listitem').filter({ hasText: '9:00\u00a0PM' }).last()
    await expect(came).toContainText(desk.appointment.came)
    expect(await came.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0)
    await expect(owner.dialog.locator('.visit')).toContainText([
      'Friday, November 5, 2027, 9:00\u00a0AM',
      'Thursday, December 3, 12:30\u00a0PM',
      'Today, 9:00\u00a0PM',
    ])
    await owner.dialog.locator('.visit').first().click()
    await expect(owner.dialog).toContainText('Friday, November 5, 2027')
    await find('ram')
    await deleteFound()
    // She has upcoming appointments.
    await expect(owner.dialog.getByRole('alert')).not.toBeEmpty()

    await test.step('also on this device, and by name alone', async () => {
      const dorian = await owner.bookElsewhere('Dorian', '15:00')
      await owner.goTo('', '2027-02-01')
      await expect(owner.label('Samir Haddad')).toBeVisible()
      await expect.poll(owner.stored).toContain('Samir Haddad')
      for (const client of [samir, dorian]) await owner.cancel(client)
      for (const name of ['Samir Haddad', 'Dorian']) {
        await find(name)
        await deleteFound()
        await expect(page.getByText(desk.finding.forgotten(name))).toBeVisible()
        await expect(page.getByText(desk.finding.none)).toBeVisible()
        await owner.goTo()
      }
      await expect.poll(owner.stored).not.toContain('Samir Haddad')
    })
  },
)

onPhone(
  'booking a fitting takes three taps, with the length that the owner sets',
  async ({ page, owner }) => {
    const fitting = getKind('fitting')
    const pickUp = getKind('pick-up')
    const note = 'Left shoulder low.'
    const date = '2026-12-17'
    const { id } = await owner.bookAsClient('Eleanor Whitfield', '12:30')
    await owner.signIn()
    await owner.changeElsewhere('write_note', { id, note })
    await expect(owner.label('Eleanor Whitfield')).toContainText(note)
    let taps = 0
    const tap = async (wanted: Locator) => {
      taps += 1
      await wanted.tap()
    }
    const openFor = (minutes: number) =>
      owner.dialog.getByText(desk.adding.open(minutes, 'Thursday, December 17'))
    const option = (name: string, minutes: number) =>
      owner.dialog.getByRole('radio', { name: desk.adding.kindOption(name, minutes) })
    await tap(owner.nameLink('Eleanor Whitfield'))
    await tap(owner.dialog.getByRole('button', { name: desk.bookNext }))
    await expect(owner.dialog.getByRole('heading', { name: desk.bookNext })).toBeVisible()
    await expect(owner.dialog.getByText('eleanor.whitfield@example.com')).toBeVisible()
    await expect(option(fitting.name, 45)).toBeChecked()
    await expect(owner.dialog.getByLabel(desk.adding.date)).toHaveValue(date)
    await expect(openFor(45)).toBeVisible()
    await expectAccessible(page)
    await owner.dialog.getByRole('radio', { name: '10:30 AM', exact: true }).tap()
    await tap(owner.dialog.getByRole('button', { name: desk.adding.book, exact: true }))
    await expect(owner.label('Eleanor Whitfield')).toContainText('10:30')
    expect(taps).toBe(3)

    await owner.goTo('book', date)
    const length = owner.dialog.getByLabel(desk.adding.length)
    await expect(length).toHaveValue('60')
    await option(pickUp.name, 15).tap()
    await expect(length).toHaveValue('15')
    await length.fill(String(longestMinutes + 1))
    await owner.dialog.getByLabel(desk.adding.name).fill('Omar Farouk')
    await owner.dialog.getByRole('radio', { name: '1:00 PM', exact: true }).tap()
    await owner.press(desk.adding.book, owner.dialog)
    await expect(length).toBeFocused()
    await length.fill('90')
    await expect(openFor(90)).toBeVisible()
    await owner.press(desk.adding.book, owner.dialog)
    await expect(owner.label('Omar Farouk')).toBeVisible()
    const { appointments } = await owner.ask<Agenda>('agenda', { from: date, to: date })
    const minutes = appointments.map(
      (appointment) => (Date.parse(appointment.ends_at) - Date.parse(appointment.starts_at)) / 60_000,
    )
    expect(minutes).toEqual([45, 90])
    expect(appointments).toMatchObject([
      { kind: 'fitting', appointment_time: '10:30', note: '', email: 'eleanor.whitfield@example.com' },
      { kind: 'pick-up', appointment_time: '13:00' },
    ])
    await owner.nameLink('Eleanor Whitfield, 10:30 AM, Fitting').tap()
    await owner.press(desk.appointment.cancel, owner.dialog)
    await expect(owner.dialog.getByText(desk.cancelling.mailTitle('fitting'))).toBeVisible()
  },
)

const behindProxy = onPhone.extend({ settings: { RATE_LIMIT_PER_MINUTE: '1000', TRUST_PROXY: 'loopback' } })

behindProxy('the owner undoes fake bookings by name after checking them', async ({ page, owner }) => {
  const times = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00']
  for (const [n, time] of times.entries())
    await owner.bookAsClient(`Max ${'ABCDEFG'[n]}`, time, day.date, { 'x-forwarded-for': '203.0.113.7' })
  await owner.signIn()
  const agenda = () => owner.ask<Agenda>('agenda', { from: day.date, to: day.date })
  await expect.poll(async () => (await agenda()).booking_alerts).toMatchObject([{ count: 7 }])
  // From any of the bookings, or from the alert.
  await owner.nameLink('Max A').click()
  await expect(owner.button(desk.undoing.open).last()).toBeVisible()
  await owner.goTo()
  await owner.comeBack()
  const alert = page.getByRole('region').filter({ hasText: desk.undoing.alertText })
  await expectAccessible(page)
  await owner.press(desk.undoing.check, alert)
  await expect(owner.dialog.getByText(desk.undoing.checked(0, 7))).toBeVisible()
  await expect(owner.button(desk.undoing.real)).toBeVisible()
  await expectAccessible(page, 'dialog')
  for (const width of [1440, 390, 320]) {
    // Too low for seven together.
    await page.setViewportSize({ width, height: 600 })
    await page.reload()
    await expect(owner.dialog.getByRole('heading', { name: desk.undoing.title })).toBeInViewport()
    await owner.press(desk.undoing.checkNew(7), owner.dialog)
    await owner.dialog.getByRole('checkbox', { name: 'Max C' }).uncheck({ force: true })
    await expect(owner.dialog.getByText(desk.undoing.checked(6, 7))).toBeVisible()
    await expect(owner.button(desk.undoing.undo(6))).toBeInViewport({ ratio: 1 })
    // Owners who change their mind need no second way back.
    await expect(owner.button(desk.undoing.real)).toBeInViewport({ ratio: 1 })
    await owner.dialog.getByText('Max G').scrollIntoViewIfNeeded()
    await expect(owner.dialog.getByText('Max G')).toBeInViewport({ ratio: 1 })
    await expectAccessible(page, 'dialog')
  }
  await owner.press(desk.undoing.undo(6), owner.dialog)
  await expect(page.locator('.notice')).toContainText(desk.undoing.undone(6))
  const confirmed = (await agenda()).appointments.filter(({ status }) => status === 'confirmed')
  expect(confirmed.map(({ full_name }) => full_name)).toEqual(['Max C'])
  // The alert stays until the owner ends it.
  await owner.press(desk.undoing.check, alert)
  await owner.press(desk.undoing.real, owner.dialog)
  await expect(alert).toHaveCount(0)
  expect((await agenda()).booking_alerts).toEqual([])
})

/** Announced as it appears. */
const notice = (within: Page | Locator) =>
  within.getByRole('region', { name: desk.notices }).getByRole('status')

/** Reloads until the server has tried, failed, and shown it here. */
const expectSoon = (owner: Owner, part: Locator) =>
  expect(async () => {
    await owner.comeBack()
    await expect(part).toBeVisible({ timeout: 500 })
  }).toPass()

const CALDAV_URL = 'http://127.0.0.1:1/shop/'
const withoutCalendar = onPhone.extend({
  settings: { CALDAV_URL, CALDAV_USERNAME: 'shop', CALDAV_PASSWORD: 'secret' },
})

withoutCalendar(
  'what the calendar lacks is pending until it comes back, or is canceled with two taps',
  async ({ page, owner }) => {
    await owner.signIn()
    await owner.goTo()
    const { closure } = await owner.blockElsewhere('16:00', '18:00')
    const pending = page.getByRole('region', { name: desk.pending.sentence(1) })
    await expectSoon(owner, pending)
    await expect(pending).toContainText(`${desk.kinds['closure-event']}, since`)
    await expectAccessible(page)
    const answer = page.waitForResponse('**/rpc/deliver_owed')
    await owner.press(desk.again, pending)
    expect(await (await answer).json()).toMatchObject([{ kind: 'closure-event' }])
    await expect(notice(page)).toContainText(desk.pending.stillSentence(1))

    await owner.changeElsewhere('reopen_time', { id: closure.id })
    await expect(page.getByText('Closed 4:00-6:00 PM')).toHaveCount(0)
    await expect(pending).toContainText(desk.kinds['closure-event'])

    await test.step('events that vanished come back with one tap, or cancel with two', async () => {
      const { id } = await owner.bookAsClient('Priya Raman', '12:30')
      const vanished = [
        { id, full_name: 'Priya Raman', appointment_date: day.date, appointment_time: '12:30' },
      ]
      let isAnswered = false
      await page.route('**/rpc/agenda*', async (route) => {
        const response = await route.fetch()
        const agenda = await response.json()
        await route.fulfill({ response, json: { ...agenda, vanished: isAnswered ? [] : vanished } })
      })
      const asked = () => page.waitForRequest('**/rpc/answer_vanished')
      await owner.comeBack()
      const band = page.getByRole('region', { name: words.title(1) })
      await expect(band).toContainText('Priya Raman')
      await expectAccessible(page)
      await owner.press(words.cancel, band)
      await expect(band.getByRole('status')).toHaveText(words.sure(1))
      // The second click of a double click.
      await expect(owner.button(words.keep)).toBeFocused()
      await owner.press(words.keep, band)
      const [putBack] = await Promise.all([asked(), owner.press(words.putBack, band)])
      expect(putBack.postDataJSON()).toEqual({ ids: [id], answer: 'put_back' })
      await expect(page.getByText(words.puttingBack)).toBeVisible()
      await owner.press(words.cancel, band)
      const [cancel] = await Promise.all([asked(), owner.press(words.cancelAll(1), band)])
      expect(cancel.postDataJSON()).toEqual({ ids: [id], answer: 'cancel' })
      isAnswered = true
      await expect(page.getByText(words.cancelling)).toBeVisible()
      await owner.comeBack()
      await expect(band).toHaveCount(0)
      await page.unrouteAll({ behavior: 'wait' })
    })
  },
)

const withSmtpServer = onScreen.extend({
  settings: async ({ nowEpochMs: _ }, use) => use({ SMTP_URL: `smtp://127.0.0.1:${await getFreePort()}` }),
})

withSmtpServer('pending emails show on every day, and can be retried', async ({ page, owner, settings }) => {
  const booked = await owner.bookAsClient('Priya Raman', '12:30')
  await owner.signIn()
  const pending = page.getByRole('region', { name: desk.pending.sentence(2) })
  await expectSoon(owner, pending)
  await expect(pending).toContainText('Priya Raman')
  await expect(owner.label('Priya Raman')).toContainText(desk.pending.count(2))
  await expectAccessible(page)
  await owner.goTo('', '2027-03-04')
  await expect(pending).toBeVisible()
  // Her appointment isn't loaded there.
  await expect(pending).not.toContainText('Priya Raman')

  await page.setViewportSize(phone.viewport)
  await page.goto(getPath(booked))
  const kind = desk.kinds['client-invitation']
  await owner.press(desk.again, owner.dialog.getByRole('listitem').filter({ hasText: kind }))
  // In the dialog, because the rest of the page is inert.
  await expect(notice(owner.dialog)).toContainText(desk.pending.stillNotDelivered(kind))
  await owner.leave()

  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
  server.listen(Number(new URL(settings.SMTP_URL ?? '').port), '127.0.0.1')
  try {
    await owner.press(desk.again, owner.banner)
    await expect(notice(page)).toContainText(desk.pending.allDelivered)
    await expect(owner.banner).toBeHidden()
    await owner.nameLink().click()
    await expect(owner.dialog).toContainText(kind)
  } finally {
    await new Promise<void>((resolve) => server.close(resolve))
  }
})
