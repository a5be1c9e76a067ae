import type { Page } from '@playwright/test'
import { desk } from '#copy/desk.ts'
import { texts } from '#copy/texts.ts'
import { toDialDigits } from '../../booking/contact.ts'
import { getKind } from '../../booking/kinds.ts'
import { expectAccessible } from './support/accessible.ts'
import { day, expect, type Owner, onPhone, onScreen, phone, screen, test } from './support/desk.ts'

const words = desk.telling

const pete = { full_name: 'Pete Sandoval', phone: '(214) 555-0127' }

/** Five clients of one day; one has no email address. */
async function openFullDay(owner: Owner) {
  const booked = [
    await owner.bookAsClient('Priya Raman', '09:00'),
    await owner.bookAsClient('Samir Haddad', '10:00'),
    await owner.bookAsClient('Trent Kowalski', '11:00'),
    await owner.bookAsClient('Ruth Adeyemi', '12:00'),
  ]
  await owner.signIn()
  await owner.bookElsewhere(pete.full_name, '15:00', { phone: pete.phone, kind: 'pick-up' })
  await owner.goTo()
  await expect(owner.label(pete.full_name)).toBeVisible()
  return booked
}

/** The text that an SMS link fills in. */
async function textOf(page: Page, name: string) {
  const href = await page
    .getByRole('dialog')
    .getByRole('link', { name: words.textTo(name) })
    .getAttribute('href')
  const [, number, body = ''] = /^sms:([^?]+)\?&body=(.*)$/.exec(href ?? '') ?? []
  return { number, body: decodeURIComponent(body) }
}

onPhone('a sick day takes at most six taps, even with a client without email', async ({ page, owner }) => {
  const [, , , ruth] = await openFullDay(owner)
  let taps = 0
  const tap = async (name: string) => {
    taps += 1
    await page
      .getByRole('button', { name, exact: true })
      .or(page.getByText(name, { exact: true }))
      .first()
      .tap()
  }
  await tap(desk.close)
  await tap(desk.closing.wholeDays)
  await expect(page.getByText(desk.closing.standing(5))).toBeVisible()
  await tap(words.open)
  await expect(page.getByRole('heading', { name: words.title })).toBeFocused()
  await expectAccessible(page)
  // Ruth moves while the owner reads the message.
  const moved = { id: ruth?.id, sequence: 0, appointment_date: '2026-12-04', appointment_time: '09:00' }
  await owner.ask('move_appointment', moved)
  await tap(words.cancel(5, 4))
  await expect(page.getByRole('heading', { name: words.canceled(4) })).toBeFocused()
  await expect(page.getByText(words.onTheirWay(3))).toBeVisible()
  const leftOut = owner.dialog.locator('.left-out')
  await expect(leftOut).toContainText('Ruth Adeyemi')
  await expect(leftOut).toContainText('Friday, December 4 at 9:00\u00a0AM')
  await expect(owner.dialog.getByText(words.emailed)).toHaveCount(3)
  await expectAccessible(page)
  expect(await textOf(page, pete.full_name)).toEqual({
    number: toDialDigits(pete.phone),
    body: texts.cancelled('pickup', 'Thursday, December 3 at 3:00 PM'),
  })
  taps += 1
  await page
    .getByRole('dialog')
    .getByRole('link', { name: words.textTo(pete.full_name) })
    .tap()
  const texted = owner.dialog.getByText(/^Texted \d+:\d\d/)
  await expect(texted).toBeFocused()
  await tap(words.done)
  await expect(owner.dialog).toBeHidden()
  expect(taps).toBeLessThanOrEqual(6)
  await expect(page.getByText(desk.day.cancelledByYou)).toHaveCount(4)
})

const frank = { full_name: 'Frank Castellano', phone: '(214) 555-0165', email: 'frank@example.com' }
const omar = { full_name: 'Omar Farouk', phone: '(214) 555-0166', email: 'omar@example.com' }

onPhone('a client gets one “ready” message, and the card shows the day', async ({ page, owner }) => {
  await owner.signIn()
  for (const [where, { viewport }, hour, first, who] of [
    ['phone', phone, 10, 'Frank', frank],
    ['screen', screen, 11, 'Omar', omar],
  ] as const)
    await test.step(`on a ${where}`, async () => {
      await page.setViewportSize(viewport)
      await expect(page.locator('.desk-wide')).toHaveCount(where === 'screen' ? 1 : 0)
      const pickUp = await owner.bookElsewhere(who.full_name, `${hour}:00`, { kind: 'pick-up', ...who })
      await owner.goTo(`appointment/${pickUp.id}`)
      await owner.press(words.ready(first))
      await expect(page.getByRole('heading', { name: words.ready(first) })).toBeFocused()
      await expect(page.getByLabel(words.message)).toHaveValue(
        words.readyMessage('pickup', `Thursday, December 3 at ${hour}:00\u00a0AM`),
      )
      await expectAccessible(page)
      expect((await textOf(page, who.full_name)).body).toBe(
        texts.ready(getKind('pick-up').ready ?? '', 'pickup', `Thursday, December 3 at ${hour}:00 AM`),
      )
      await owner.press(words.send(1))
      await expect(page.getByText(words.toldOn('Dec 1'))).toBeVisible()
      await expect(owner.button(words.ready(first))).toHaveCount(0)
      await expectAccessible(page, 'dialog')
      await owner.press(words.textTo(who.full_name))
      await expect(owner.dialog.getByText(words.emailed)).toBeVisible()
      await page
        .getByRole('dialog')
        .getByRole('link', { name: words.textTo(who.full_name) })
        .click()
      await expect(owner.dialog.getByText(/^Texted/)).toBeFocused()
      await expectAccessible(page, 'dialog')
      await owner.goTo()
      await expect(owner.label(who.full_name)).toContainText(words.told('Dec 1'))
      await expect(
        page.getByRole('link', {
          name: `${who.full_name}, ${hour}:00\u00a0AM, Pickup, ${words.told('Dec 1')}`,
        }),
      ).toBeVisible()
    })
})

onScreen('the checkboxes choose who is canceled, and the button says how many', async ({ page, owner }) => {
  const [, samir] = await openFullDay(owner)
  await owner.press(desk.close)
  await page.getByText(desk.closing.wholeDays, { exact: true }).click()
  await owner.press(words.open)
  const cancel = (count: number, emails: number) => owner.button(words.cancel(count, emails))
  await expect(cancel(5, 4)).toBeVisible()
  await expectAccessible(page)
  await owner.press(words.uncheckAll)
  await expect(owner.dialog.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
  await page.getByRole('checkbox', { name: pete.full_name }).check()
  await expect(owner.button('Cancel 1')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Samir Haddad' }).check()
  await page.getByLabel(words.message).fill('The street is flooded.')
  // The answer is lost, so the owner clicks again. No client gets two messages.
  await page.route('**/rpc/cancel_appointments', async (route) => {
    await route.fetch()
    await route.abort()
    await page.unroute('**/rpc/cancel_appointments')
  })
  await cancel(2, 1).click()
  await expect(page.getByText(desk.errors.unanswered)).toBeVisible()
  await cancel(2, 1).click()
  await expect(page.getByRole('heading', { name: words.canceled(2) })).toBeFocused()
  await owner.press(words.textOthers)
  expect((await textOf(page, 'Samir Haddad')).body.length).toBeLessThanOrEqual(160)
  await expectAccessible(page)
  await owner.press(words.done)
  await expect(owner.label('Priya Raman')).toBeVisible()
  const agenda = await owner.ask<{ appointments: { id: string; history: unknown[] }[]; closures: unknown[] }>(
    'agenda',
    { from: day.date, to: day.date },
  )
  expect(agenda.closures).toHaveLength(1)
  expect(agenda.appointments.filter(({ history }) => history.length > 0)).toHaveLength(2)
  expect(agenda.appointments.find(({ id }) => id === samir?.id)?.history).toHaveLength(1)
})

onPhone('Text on a card opens with a message that fits, and records it', async ({ page, owner }) => {
  await owner.signIn()
  const today = '2026-12-01'
  const who = { ...pete, appointment_date: today, kind: 'fitting' }
  await owner.bookElsewhere(pete.full_name, '23:00', who)
  await owner.goTo('', today)
  const open = () => page.getByRole('link', { name: `${desk.appointment.text} ${pete.full_name}` }).tap()
  await open()
  await expect(page.getByRole('heading', { name: words.textTitle(pete.full_name) })).toBeFocused()
  await expectAccessible(page)
  const links = owner.dialog.getByRole('link')
  const filledIn = async () =>
    (await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))).map((href) =>
      decodeURIComponent(href.replace(`sms:${toDialDigits(pete.phone)}`, '').replace('?&body=', '')),
    )
  const { ready = '' } = getKind('fitting')
  const reminder = texts.reminder(desk.day.today, '11:00 PM')
  expect(await filledIn()).toEqual([
    reminder,
    texts.late(20, '11:20 PM'),
    texts.ready(ready, 'fitting', 'Tuesday, December 1 at 11:00 PM'),
    '',
  ])
  await links.filter({ hasText: words.readyWords }).first().tap()
  await expect(owner.dialog.getByText(/^Texted/)).toBeVisible()
  await owner.leave()
  await expect(owner.label(pete.full_name)).toContainText(words.told('Dec 1'))
  await open()
  await expect(links).toHaveCount(3)
  await expect(links.filter({ hasText: words.readyWords })).toHaveCount(0)
  const { appointments } = await owner.ask<{ appointments: { told: object[] }[] }>('agenda', {
    from: today,
    to: today,
  })
  expect(appointments[0]?.told).toMatchObject([{ what: 'ready', way: 'text' }])
})

onScreen(
  'checking a client for the delay message outlines them on the day, and the message says how late',
  async ({ page, owner }) => {
    await owner.signIn()
    const today = '2026-12-01'
    const soon = { appointment_date: today, email: 'soon@example.com', durationMinutes: 15 }
    await owner.bookUnseen('Samir Haddad', '23:00', soon)
    await owner.bookElsewhere(pete.full_name, '23:30', { appointment_date: today, phone: pete.phone })
    await owner.goTo('', today)
    await page.getByRole('list').getByRole('button', { name: words.late }).click()
    const box = page.getByRole('checkbox', { name: 'Samir Haddad' })
    const label = page.locator('.day-column').getByRole('listitem').filter({ hasText: 'Samir Haddad' })
    await expect(box).toBeChecked()
    await expect(label).toHaveClass(/label-chosen/)
    await box.uncheck()
    await expect(label).not.toHaveClass(/label-chosen/)
    await box.check()
    await owner.leave()
    await expect(label).not.toHaveClass(/label-chosen/)

    await test.step('on a phone', async () => {
      await page.setViewportSize(phone.viewport)
      await expect(page.locator('.desk-wide')).toHaveCount(0)
      await owner.goTo('more', today)
      await owner.press(words.late)
      await expect(page.getByRole('checkbox', { name: 'Samir Haddad' })).toBeChecked()
      await page.getByText(words.minutes(20), { exact: true }).click()
      await expectAccessible(page)
      expect(await textOf(page, pete.full_name)).toEqual({
        number: toDialDigits(pete.phone),
        body: texts.late(20, '11:50 PM'),
      })
      await owner.press(words.send(1))
      await expect(owner.dialog.getByText(words.emailed)).toBeVisible()
      await expect(page.getByRole('checkbox')).toHaveCount(0)
      await expect(owner.dialog.getByRole('button', { name: /^Send/ })).toHaveCount(0)
      await page
        .getByRole('dialog')
        .getByRole('link', { name: words.textTo(pete.full_name) })
        .click()
      await expect(owner.dialog.getByText(/^Texted/)).toBeFocused()
      await expectAccessible(page, 'dialog')
    })
  },
)
