import type { Locator } from '@playwright/test'
import { kindOf, longestMinutes } from '../../booking/kinds.ts'
import type { Agenda } from '../../booking/owner-api.ts'
import { desk } from '../../copy/desk.ts'
import { clientMails } from '../../copy/emails.ts'
import { expectAccessible } from './support/accessible.ts'
import { bookAsClient, day, goTo, label, openDesk, phone, press, screen, signIn } from './support/desk.ts'
import { askAsOwner, comeBack } from './support/desk-server.ts'
import { expect, test } from './support/test.ts'

const fitting = kindOf('fitting')
const pickUp = kindOf('pick-up')

test.describe('a booking of a kind', () => {
  test.use(phone)

  const twoWeeksOn = '2026-12-17'
  const booked = { from: twoWeeksOn, to: twoWeeksOn }

  const lasting = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) =>
    (Date.parse(ends_at) - Date.parse(starts_at)) / 60_000

  test('a fitting after a consultation takes three taps and a time', async ({ page, shop }) => {
    const { id } = await bookAsClient(shop, 'Eleanor Whitfield', '12:30')
    await signIn(page, shop)
    const note = 'Left shoulder low.'
    await askAsOwner(page, 'write_note', { id, note })
    await comeBack(page)
    const dialog = page.getByRole('dialog')
    let taps = 0
    const tap = async (wanted: Locator) => {
      taps += 1
      await wanted.tap()
    }
    await expect(label(page, 'Eleanor Whitfield')).toContainText(note)
    await tap(page.getByRole('link', { name: 'Eleanor Whitfield', exact: true }))
    await tap(dialog.getByRole('button', { name: desk.bookNext }))
    await expect(dialog.getByRole('heading', { name: desk.bookNext })).toBeVisible()
    await expect(dialog.getByText('eleanor.whitfield@example.com')).toBeVisible()
    await expect(dialog.getByRole('radio', { name: desk.adding.kindOption(fitting.name, 45) })).toBeChecked()
    await expect(dialog.getByLabel(desk.adding.date)).toHaveValue(twoWeeksOn)
    await expect(dialog.getByText(desk.adding.open(45, 'Thursday, December 17'))).toBeVisible()
    await expect(dialog.getByRole('checkbox', { name: desk.adding.copyNote })).toBeChecked()
    await expectAccessible(page)
    await dialog.getByRole('radio', { name: '10:30 AM', exact: true }).tap()
    await tap(dialog.getByRole('button', { name: desk.adding.book, exact: true }))
    await expect(label(page, 'Eleanor Whitfield')).toContainText('10:30')
    expect(taps).toBe(3)

    const { appointments } = await askAsOwner<Agenda>(page, 'agenda', booked)
    expect(appointments).toMatchObject([{ kind: 'fitting', appointment_time: '10:30', note }])
    expect(appointments.map(lasting)).toEqual([45])
    const mail = async () => (await shop.mails()).find((one) => one.includes(fitting.title)) ?? ''
    await expect.poll(mail).toContain(clientMails.length(fitting.name, 45))
    expect(await mail()).toContain('To: eleanor.whitfield@example.com')

    await page.getByRole('link', { name: 'Eleanor Whitfield, 10:30 AM, Fitting' }).tap()
    await press(dialog, desk.appointment.cancel)
    await expect(dialog.getByText(desk.cancelling.mailTitle('fitting'))).toBeVisible()
  })

  test('takes as long as its kind, or as long as the owner says', async ({ page, shop }) => {
    await signIn(page, shop)
    await goTo(page, 'book', twoWeeksOn)
    const dialog = page.getByRole('dialog')
    const length = dialog.getByLabel(desk.adding.length)
    await expect(length).toHaveValue('60')
    await dialog.getByRole('radio', { name: desk.adding.kindOption(pickUp.name, 15) }).tap()
    await expect(length).toHaveValue('15')
    await length.fill(String(longestMinutes + 1))
    await dialog.getByLabel(desk.adding.name).fill('Omar Farouk')
    await dialog.getByRole('radio', { name: '1:00 PM', exact: true }).tap()
    await press(dialog, desk.adding.book)
    await expect(length).toBeFocused()
    await length.fill('90')
    await expect(dialog.getByText(desk.adding.open(90, 'Thursday, December 17'))).toBeVisible()
    await press(dialog, desk.adding.book)
    await expect(label(page, 'Omar Farouk')).toBeVisible()
    const { appointments } = await askAsOwner<Agenda>(page, 'agenda', booked)
    expect(appointments.map((one) => [one.kind, lasting(one)])).toEqual([['pick-up', 90]])
  })
})

const lowest = 24

for (const [where, use] of Object.entries({ phone, screen })) {
  test.describe(`on a ${where}`, () => {
    test.use(use)

    test('a day shows each kind at its length, by its end and in words', async ({ page, shop }) => {
      await openDesk(page, shop, '11:00')
      for (const [full_name, appointment_time, kind] of [
        ['Trent Kowalski', '13:00', 'fitting'],
        ['Omar Farouk', '13:45', 'pick-up'],
        ['June Abernathy-Castellanos', '14:00', 'pick-up'],
      ] as const)
        await askAsOwner(page, 'book_for_client', {
          full_name,
          appointment_date: day.date,
          appointment_time,
          kind,
        })
      await comeBack(page)
      const omar = page.getByRole('link', { name: `Omar Farouk, 1:45 PM, ${pickUp.name}` })
      await expect(omar).toBeVisible()
      await expect(page.getByRole('link', { name: `Trent Kowalski, 1:00 PM, ${fitting.name}` })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Priya Raman', exact: true })).toBeVisible()
      for (const [name, end, { name: words }] of [
        ['Trent Kowalski', /basted/, fitting],
        ['Omar Farouk', /ticket/, pickUp],
      ] as const) {
        await expect(label(page, name)).toHaveClass(end)
        await expect(label(page, name).getByText(words).filter({ visible: true })).toBeVisible()
      }
      const boxes = await page
        .locator('.day-column .label')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
      const heights = boxes.map(({ height }) => height).sort((a, b) => a - b)
      expect(heights).toHaveLength(4)
      expect(heights[0]).toBeGreaterThanOrEqual(lowest)
      expect(heights[2]).toBeLessThan(heights[3] ?? 0)
      const inOrder = boxes.toSorted((a, b) => a.top - b.top)
      for (const [index, box] of inOrder.entries())
        expect(box.bottom).toBeLessThanOrEqual(inOrder[index + 1]?.top ?? Number.POSITIVE_INFINITY)
      // No name is below its label's end.
      const cutOff = await page.locator('.day-column .label-short .label-name').evaluateAll(
        (names) =>
          names.filter((one) => {
            const cloth = one.closest('.label')?.getBoundingClientRect()
            return one.getBoundingClientRect().bottom > (cloth?.bottom ?? 0) + 0.5
          }).length,
      )
      expect(cutOff).toBe(0)
      await expectAccessible(page)
      await omar.click()
      await expect(page.getByRole('dialog')).toContainText('Omar Farouk')
      await press(page, desk.back)

      await page.emulateMedia({ media: 'print' })
      const sheet = page.locator('.day-sheet')
      await expect(sheet).toContainText(`Trent Kowalski 1:00 PM · ${fitting.name}`)
      await expect(sheet).toContainText(`Omar Farouk 1:45 PM · ${pickUp.name}`)
      await expect(sheet).not.toContainText(kindOf('consultation').name)
    })
  })
}
