import { readFile } from 'node:fs/promises'
import ICAL from 'ical.js'
import { desk } from '../../copy/desk.ts'
import { deskHours } from '../../copy/desk-hours.ts'
import { expectAccessible } from './support/accessible.ts'
import {
  bookAsClient,
  day,
  goTo,
  label,
  openDesk,
  phone,
  press,
  saveHours,
  screen,
  signIn,
} from './support/desk.ts'
import { askAsOwner, bookForNow, comeBack } from './support/desk-server.ts'
import { ownFonts } from './support/page.ts'
import { expect, test } from './support/test.ts'

// A new appointment moves to its place for a moment, and these tests measure places.
test.use({ ...screen, contextOptions: { reducedMotion: 'reduce' } })

test('the week, the open times, and the months lead where they say', async ({ page, shop }) => {
  await bookAsClient(shop, 'Samir Haddad', '09:00', '2026-12-04')
  await openDesk(page, shop)
  await expect(label(page, 'Samir Haddad')).toContainText('9:00 · first')
  const time = page.getByLabel(desk.adding.time, { exact: true })
  await press(page, 'Open, 9:00 AM-12:30 PM')
  await expect(time).toHaveValue('09:00')
  await page.getByLabel(desk.adding.name).fill('Walt Jennings')
  await press(page, 'Open, 1:30-6:00 PM')
  await expect(time).toHaveValue('13:30')
  await expect(page.getByLabel(desk.adding.name)).toHaveValue('Walt Jennings')
  await press(page, desk.back)

  await page.getByLabel('Month').selectOption('January 2027')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Friday, January 1')
  // It is announced with its year, because that isn't the current one.
  await expect(heading).toHaveAccessibleName('Friday, January 1, 2027')
  await expect(page.getByRole('option', { name: 'January 2027' })).toBeAttached()
  // Its button is in view, however long the form is.
  await press(page, desk.book)
  await expect(page.getByRole('button', { name: 'Book', exact: true })).toBeInViewport({ ratio: 1 })
})

test('a day without clients says so in view', async ({ page, shop }) => {
  await signIn(page, shop)
  await goTo(page, 'opening')
  await page.getByRole('button', { name: /^Sunday, / }).click()
  await press(page, deskHours.close('Sunday'))
  await saveHours(page)
  for (const [date, words] of [
    [day.date, desk.day.noneTitle],
    ['2026-12-06', desk.day.noHoursTitle],
    ['2026-11-24', desk.day.nobodyTitle],
  ] as const) {
    await goTo(page, '', date)
    await expect(page.getByRole('heading', { name: words })).toBeInViewport({ ratio: 1 })
  }
})

for (const [where, view] of Object.entries({ screen, phone })) {
  test.describe(`on a ${where}`, () => {
    test.use(view)

    test('short appointments, open times, and blocked times can be read in full', async ({ page, shop }) => {
      await signIn(page, shop)
      await goTo(page, 'opening')
      await expect(page.getByLabel(deskHours.changes)).toHaveAccessibleDescription(deskHours.hoursBefore)
      await page.getByLabel(deskHours.duration).fill('30')
      await saveHours(page)
      await bookAsClient(shop, 'Omar Farouk', '09:00')
      await bookAsClient(shop, 'Christopher Henderson', '09:30')
      await bookAsClient(shop, 'June Abernathy-Castellanos', '10:30')
      const mill = { from: `${day.date}T11:00`, to: `${day.date}T11:20`, reason: 'Coffee with the mill' }
      await askAsOwner(page, 'close_time', mill)
      const { id } = await bookAsClient(shop, 'Hugo Brandt', '12:00')
      await askAsOwner(page, 'cancel_appointment', { id, sequence: 0, message: '' })
      await bookAsClient(shop, 'Taken Again', '12:00')
      await goTo(page)
      await comeBack(page)
      await expect(label(page, 'Taken Again')).toBeVisible()

      // No label covers another, and each name is whole.
      const boxes = await page.locator('.label:not(.label-side)').evaluateAll((labels) =>
        labels.map((one) => {
          const { top, bottom } = one.getBoundingClientRect()
          const words = one.querySelector('.label-name span')
          const isCut = words !== null && words.scrollHeight > words.clientHeight + 4
          return { top, bottom, isCut }
        }),
      )
      expect(boxes).toHaveLength(5)
      boxes.sort((one, other) => one.top - other.top)
      for (const [index, { top, isCut }] of boxes.entries()) {
        expect(isCut).toBe(false)
        expect(top).toBeGreaterThanOrEqual(boxes[index - 1]?.bottom ?? top)
      }
      const letters = (where: string) =>
        page
          .locator(`${where} .label-name`)
          .first()
          .evaluate((part) => getComputedStyle(part).fontFamily)
      expect(await letters('.below')).toBe(await letters('.day-column'))

      // Neither the next label nor the end of its button covers the open time.
      const open = page.getByRole('button', { name: 'Open, 10:00-10:30' })
      await open.scrollIntoViewIfNeeded()
      const isUncovered = await open.evaluate((button) => {
        const range = document.createRange()
        range.selectNodeContents(button.firstChild as Node)
        const { left, top, bottom } = range.getBoundingClientRect()
        return [top + 2, bottom - 2].every((y) => button.contains(document.elementFromPoint(left + 2, y)))
      })
      expect(isUncovered).toBe(true)

      await press(page, 'Reopen')
      await expect(page.getByText(desk.closing.reopened)).toBeVisible()

      // The error is next to the button, wherever the long form is scrolled to.
      await press(page, desk.book)
      await page.getByLabel(desk.adding.time, { exact: true }).fill('09:00')
      await page.getByLabel(desk.adding.name).fill('Walt Jennings')
      await press(page, 'Book')
      const why = page.getByRole('dialog').getByRole('alert').filter({ hasText: 'taken by another' })
      await expect(why).toBeInViewport({ ratio: 1 })
    })
  })
}

test('clients at one time are side by side, with their names', async ({ page, shop }) => {
  await bookAsClient(shop, 'Bartholomew Featherstonehaugh', '12:30')
  await signIn(page, shop)
  await press(page, desk.opening)
  await page.getByLabel(deskHours.capacity).fill('2')
  await saveHours(page)
  await bookAsClient(shop, 'Samir Haddad', '12:45')
  const [here] = [await bookForNow(page, 'Jonathan Whitfield'), await bookForNow(page, 'Bo Diaz')]
  for (const width of [1280, 1024])
    for (const [date, first, second] of [
      [day.date, 'Bartholomew', 'Samir Haddad'],
      [here.appointment_date, 'Jonathan', 'Bo Diaz'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await goTo(page, '', date)
      await page.reload()
      await expect(label(page, second)).toBeVisible()
      const place = async (name: string) =>
        (await page.locator('.day-column .label').filter({ hasText: name }).boundingBox()) ?? {
          x: Number.NaN,
          y: Number.NaN,
          width: Number.NaN,
        }
      const [left, right] = [await place(first), await place(second)]
      expect(right.x).toBeGreaterThanOrEqual(left.x + left.width)
      expect(right.y > left.y).toBe(date === day.date)
      const faults = await page.locator('.label:not(.label-side)').evaluateAll((labels) =>
        labels.flatMap((one) => {
          const whole = one.getBoundingClientRect()
          return [...one.querySelectorAll('h2, a, button')]
            .filter((part) => part.checkVisibility())
            .map((part) => ({ part, box: part.getBoundingClientRect() }))
            .filter(
              ({ part, box }) =>
                box.top < whole.top - 1 ||
                box.bottom > whole.bottom + 1 ||
                box.right > whole.right + 1 ||
                (part.localName === 'h2' && box.width < 60),
            )
            .map(({ part, box }) => `${part.textContent} ${JSON.stringify(box)}`)
        }),
      )
      expect(faults).toEqual([])
    }
})

test('two clients at a time are in view, though five come later that day', async ({ page, shop }) => {
  await signIn(page, shop)
  await askAsOwner(page, 'set_opening', { capacity: 5 })
  for (const [name, time] of ['09:00', '09:30', '12:30', '12:30', '12:30', '13:00', '14:00'].entries())
    await bookAsClient(shop, `Client ${'ABCDEFG'[name]}`, time)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await goTo(page)
    await page.reload()
    for (const name of ['Client A', 'Client B']) await expect(label(page, name)).toBeInViewport({ ratio: 1 })
  }
  // In the week, one label shows them until the last has gone.
  await goTo(page, '', '2026-12-02')
  const crowd = label(page, '4 clients, 12:30')
  const [inch = 0, tall = 0] = await Promise.all([
    page
      .locator('.week .paper')
      .first()
      .evaluate((paper) => paper.getBoundingClientRect().height / 9),
    crowd.evaluate((one) => one.getBoundingClientRect().height),
  ])
  expect(tall).toBeCloseTo(1.5 * inch - 4, 0)
  await expect(label(page, 'Client G')).toBeVisible()
})

test('the figures count clients by source and kind, on the chosen days only', async ({ page, shop }) => {
  await bookAsClient(shop, 'Samir Haddad', '15:00')
  await openDesk(page, shop)
  await press(page, desk.figures)
  await expect(page.getByRole('heading', { level: 1, name: desk.figures })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Google 2 0 0 0 0' })).toBeVisible()
  await expect(page.getByText(desk.seam.text(2, 0))).toBeVisible()
  await askAsOwner(page, 'book_for_client', {
    full_name: 'Priya Raman',
    email: 'priya.raman@example.com',
    appointment_date: '2026-12-05',
    appointment_time: '10:00',
    kind: 'fitting',
  })
  await page.reload()
  await expect(page.getByText(desk.seam.text(2, 1))).toBeVisible()
  await expect(page.getByRole('row', { name: 'Google 2 0 0 0 1' })).toBeVisible()
  await expect(page.locator('.by-kind')).toHaveText(`${desk.seam.kinds}Consultations2Fittings1`)
  await expectAccessible(page)

  const table = page.getByRole('table', { name: /By source/ })
  await page.getByLabel('From').fill('2027-01-01')
  await expect(page.getByRole('alert')).toHaveText(desk.closing.backwards)
  await expect(table).toHaveCount(0)
  await page.getByLabel('From').fill('2026-12-01')
  await expect(table).toBeVisible()
})

test('the figures say how far ahead clients book, next to its mark', async ({ page, shop }) => {
  const date = '2026-12-21'
  await bookAsClient(shop, 'Priya Raman', '12:30', date)
  await signIn(page, shop)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/?desk#/figures')
    await page.reload()
    await page.getByLabel('To').fill(date)
    await ownFonts(page)
    for (const words of [desk.charts.aheadHalf, desk.charts.aheadNine]) {
      const text = page.getByText(words, { exact: true })
      await text.scrollIntoViewIfNeeded()
      const { x, width: wide, height } = (await text.boundingBox()) ?? { x: -1, width: 0, height: 0 }
      expect(x).toBeGreaterThan(0)
      expect(x + wide).toBeLessThan(width)
      expect(height).toBeLessThan(30)
    }
  }
})

test('the agenda downloads as table and calendar, and emails can be read', async ({ page, shop }) => {
  await bookAsClient(shop, 'Samir Haddad', '09:00')
  await openDesk(page, shop)
  const addresses = ['priya.raman@example.com', 'samir.haddad@example.com']
  for (const address of addresses)
    await expect.poll(async () => (await shop.mails()).join()).toContain(`To: ${address}`)
  const download = async (name: string) => {
    const started = page.waitForEvent('download')
    await press(page, name)
    return started
  }
  await press(page, 'Download')
  expect((await download(desk.taking.csv)).suggestedFilename()).toMatch(/^appointments-.*\.csv$/)
  const file = await download(desk.taking.calendar)
  expect(file.suggestedFilename()).toMatch(/\.ics$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')).toHaveLength(2)
  expect(text).toContain('Priya Raman')

  await press(page, desk.mails)
  const mailTo = (address: string) => page.getByRole('listitem').filter({ hasText: `to ${address}` })
  // One stays open when another is opened.
  for (const address of addresses) await mailTo(address).locator('summary').click()
  for (const address of addresses) {
    await expect(mailTo(address).locator('pre')).toContainText('Thursday, December 3')
    await expect(mailTo(address)).toContainText(desk.sent.attached(''))
  }
})
