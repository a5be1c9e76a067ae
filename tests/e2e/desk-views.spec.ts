import { readFile } from 'node:fs/promises'
import ICAL from 'ical.js'
import { desk } from '../../copy/desk.ts'
import { deskHours } from '../../copy/desk-hours.ts'
import { expectAccessible } from './support/accessible.ts'
import {
  askAsOwner,
  bookAsClient,
  bookForNow,
  day,
  expect,
  label,
  phone,
  screen,
  signIn,
  test,
} from './support/desk.ts'
import { ownFonts } from './support/fonts.ts'

// Whoever has just come in moves to their place for a moment; here it is places that are measured.
test.use({ ...screen, contextOptions: { reducedMotion: 'reduce' } })

test('shows the week beside the open day, and a month to jump to', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await bookAsClient(shop, 'Samir Haddad', '09:00', '2026-12-04')
  await signIn(page, shop)
  await expect(label(page, 'Samir Haddad')).toContainText('9:00 · first')
  await page.getByLabel('Month').selectOption('January 2027')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Friday, January 1')
  // What is seen and read out says the year, too, where it is not the running one.
  await expect(heading).toHaveAccessibleName('Friday, January 1, 2027')
  await expect(page.getByRole('option', { name: 'January 2027' })).toBeAttached()
  // The verb is in sight, however long the panel is.
  await page.getByRole('button', { name: desk.book }).click()
  await expect(page.getByRole('button', { name: 'Book', exact: true })).toBeInViewport({ ratio: 1 })
})

test('another open time that is pressed while a booking is entered is the one that is booked', async ({
  page,
  shop,
}) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await page.getByRole('button', { name: 'Open, 9:00 AM-12:30 PM' }).click()
  await expect(page.getByLabel(desk.adding.time, { exact: true })).toHaveValue('09:00')
  await page.getByLabel(desk.adding.name).fill('Walt Jennings')
  await page.getByRole('button', { name: 'Open, 1:30-6:00 PM' }).click()
  await expect(page.getByLabel(desk.adding.time, { exact: true })).toHaveValue('13:30')
  await expect(page.getByLabel(desk.adding.name)).toHaveValue('Walt Jennings')
})

test('a day without clients says so where it is looked at', async ({ page, shop }) => {
  await signIn(page, shop)
  await page.goto(`/?desk#/day/${day.date}/opening`)
  await page.getByRole('button', { name: /^Sunday, / }).click()
  await page.getByRole('button', { name: deskHours.close('Sunday') }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(deskHours.saved)).toBeVisible()
  for (const [date, words] of [
    [day.date, desk.day.noneTitle],
    ['2026-12-06', desk.day.noHoursTitle],
    ['2026-11-24', desk.day.nobodyTitle],
  ] as const) {
    await page.goto(`/?desk#/day/${date}`)
    await expect(page.getByRole('heading', { name: words })).toBeInViewport({ ratio: 1 })
  }
})

for (const { name, view } of [
  { name: 'screen', view: screen },
  { name: 'phone', view: phone },
]) {
  test.describe(`on a ${name}`, () => {
    test.use(view)

    test('short visits, the time between them and short closed times are seen whole', async ({
      page,
      shop,
    }) => {
      await signIn(page, shop)
      await page.goto(`/?desk#/day/${day.date}/opening`)
      await expect(page.getByLabel(deskHours.changes)).toHaveAccessibleDescription(deskHours.hoursBefore)
      await page.getByLabel(deskHours.duration).fill('30')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText(deskHours.saved)).toBeVisible()
      const clients = ['Omar Farouk', 'Christopher Henderson', 'June Abernathy-Castellanos']
      for (const [index, time] of ['09:00', '09:30', '10:30'].entries())
        await bookAsClient(shop, clients[index] ?? '', time)
      const from = `${day.date}T11:00`
      await askAsOwner(page, 'close_time', { from, to: `${day.date}T11:20`, reason: 'Coffee with the mill' })
      const { id } = await bookAsClient(shop, 'Hugo Brandt', '12:00')
      await askAsOwner(page, 'cancel_appointment', { id, sequence: 0, message: '' })
      await bookAsClient(shop, 'Taken Again', '12:00')
      await page.goto(`/?desk#/day/${day.date}`)
      await expect(label(page, 'Taken Again')).toBeVisible()

      // None lies on another, and each name is whole.
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
      // One that was cancelled is a client's name like the others.
      const letters = (where: string) =>
        page
          .locator(`${where} .label-name`)
          .first()
          .evaluate((part) => getComputedStyle(part).fontFamily)
      expect(await letters('.below')).toBe(await letters('.day-column'))

      // What is said of the open time is not covered: neither by the next label nor by the end of its button.
      const open = page.getByRole('button', { name: 'Open, 10:00-10:30' })
      await open.scrollIntoViewIfNeeded()
      const isUncovered = await open.evaluate((button) => {
        const range = document.createRange()
        range.selectNodeContents(button.firstChild as Node)
        const { left, top, bottom } = range.getBoundingClientRect()
        return [top + 2, bottom - 2].every((y) => button.contains(document.elementFromPoint(left + 2, y)))
      })
      expect(isUncovered).toBe(true)

      await page.getByRole('button', { name: 'Reopen' }).click()
      await expect(page.getByText(desk.closing.reopened)).toBeVisible()

      // Why a verb does nothing is read beside it, wherever the long sheet stands.
      await page.getByRole('button', { name: desk.book }).click()
      await page.getByLabel(desk.adding.time, { exact: true }).fill('09:00')
      await page.getByLabel(desk.adding.name).fill('Walt Jennings')
      await page.getByRole('button', { name: 'Book', exact: true }).click()
      const why = page.getByRole('dialog').getByRole('alert').filter({ hasText: 'taken by another' })
      await expect(why).toBeInViewport({ ratio: 1 })
    })
  })
}

for (const width of [1280, 1024]) {
  test(`two clients at one time have their names on their labels on a low screen of ${width} px`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await bookAsClient(shop, 'Bartholomew Featherstonehaugh', '12:30')
    await signIn(page, shop)
    await askAsOwner(page, 'set_opening', { capacity: 2 })
    await bookAsClient(shop, 'Samir Haddad', '12:30')
    const [here] = [await bookForNow(page, 'Jonathan Whitfield'), await bookForNow(page, 'Bo Diaz')]
    for (const [path, name] of [
      [`/?desk#/day/${day.date}`, 'Samir Haddad'],
      [`/?desk#/day/${here.appointment_date}`, 'Bo Diaz'],
    ] as const) {
      await page.goto(path)
      await page.reload()
      await expect(label(page, name)).toBeVisible()
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
}

test('whoever comes two at a time stands in sight beside the tape, on a day when five come at once elsewhere', async ({
  page,
  shop,
}) => {
  await signIn(page, shop)
  await askAsOwner(page, 'set_opening', { capacity: 5 })
  for (const [name, time] of ['09:00', '09:30', '12:30', '12:30', '12:30', '13:00', '14:00'].entries())
    await bookAsClient(shop, `Client ${'ABCDEFG'[name]}`, time)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/?desk#/day/${day.date}`)
    await page.reload()
    for (const name of ['Client A', 'Client B']) await expect(label(page, name)).toBeInViewport({ ratio: 1 })
  }
  // Beside another day, one label stands for them until the last has gone.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/?desk#/day/2026-12-02')
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

test('counts what came from where', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await bookAsClient(shop, 'Samir Haddad', '15:00')
  await signIn(page, shop)
  await page.getByRole('button', { name: desk.figures }).click()
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
})

test('shows no figures of other days than the fields say', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await page.getByRole('button', { name: desk.figures }).click()
  const table = page.getByRole('table', { name: /By source/ })
  await expect(table).toBeVisible()
  await page.getByLabel('From').fill('2027-01-01')
  await expect(page.getByRole('alert')).toHaveText(desk.closing.backwards)
  await expect(table).toHaveCount(0)
  await page.getByLabel('From').fill('2026-12-01')
  await expect(table).toBeVisible()
})

test('says how far ahead clients book, beside the mark wherever it stands', async ({ page, shop }) => {
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
      const said = page.getByText(words, { exact: true })
      await said.scrollIntoViewIfNeeded()
      const { x, width: wide, height } = (await said.boundingBox()) ?? { x: -1, width: 0, height: 0 }
      expect(x).toBeGreaterThan(0)
      expect(x + wide).toBeLessThan(width)
      expect(height).toBeLessThan(30)
    }
  }
})

test('hands the agenda over as a table', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await page.getByRole('button', { name: 'Download' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: desk.taking.csv }).click()
  expect((await download).suggestedFilename()).toMatch(/^appointments-.*\.csv$/)
  const calendar = page.waitForEvent('download')
  await page.getByRole('button', { name: desk.taking.calendar }).click()
  const file = await calendar
  expect(file.suggestedFilename()).toMatch(/\.ics$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')).toHaveLength(1)
  expect(text).toContain('Priya Raman')
})

test('shows the words of the mails that were sent, of one beside another', async ({ page, shop }) => {
  const clients = { 'Priya Raman': '12:30', 'Samir Haddad': '09:00' }
  const addresses = ['priya.raman@example.com', 'samir.haddad@example.com']
  for (const [name, time] of Object.entries(clients)) await bookAsClient(shop, name, time)
  for (const address of addresses)
    await expect.poll(async () => (await shop.mails()).join()).toContain(`To: ${address}`)
  await signIn(page, shop)
  await page.getByRole('button', { name: desk.mails }).click()
  const mailTo = (address: string) => page.getByRole('listitem').filter({ hasText: `to ${address}` })
  for (const address of addresses) await mailTo(address).locator('summary').click()
  for (const address of addresses) {
    await expect(mailTo(address).locator('pre')).toContainText('Thursday, December 3')
    await expect(mailTo(address)).toContainText(desk.sent.attached(''))
  }
})

test('two clients at a time stand side by side', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await page.getByRole('button', { name: desk.opening }).click()
  await page.getByLabel(deskHours.capacity).fill('2')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(deskHours.saved)).toBeVisible()
  await bookAsClient(shop, 'Samir Haddad', '12:45')
  const place = async (name: string) => (await label(page, name).boundingBox()) ?? { x: 0, y: 0, width: 0 }
  await expect(label(page, 'Samir Haddad')).toBeVisible()
  const [priya, samir] = [await place('Priya Raman'), await place('Samir Haddad')]
  expect(samir.y).toBeGreaterThan(priya.y)
  expect(samir.x).toBeGreaterThanOrEqual(priya.x + priya.width)
})
