import type { Locator, Page } from '@playwright/test'
import { desk } from '#copy/desk.ts'
import type { BlockedTime } from '../../booking/appointment.ts'
import { getKind } from '../../booking/kinds.ts'
import type { Opening } from '../../demo/types.ts'
import { expectAccessible } from './support/accessible.ts'
import { day, expect, getPath, onPhone, onScreen, screen, test } from './support/desk.ts'
import { getBox } from './support/page.ts'

const today = '2026-12-01'
const fitting = getKind('fitting')
const pickUp = getKind('pick-up')

for (const [where, onDevice] of Object.entries({ phone: onPhone, screen: onScreen }))
  onDevice(`short appointments, open and closed times fit on a ${where}`, async ({ page, owner }) => {
    await owner.signIn()
    await owner.ask('set_opening', { durationMinutes: 30 })
    await owner.bookAsClient('Theo Park', '09:00')
    await owner.bookAsClient('Christopher Henderson', '09:30')
    await owner.bookAsClient('June Abernathy-Castellanos', '10:30')
    const hugo = await owner.bookAsClient('Hugo Brandt', '12:00')
    await owner.cancel(hugo)
    await owner.bookAsClient('Taken Again', '12:00')
    await owner.goTo()
    await owner.blockElsewhere('11:00', '11:20', 'Coffee with the mill')
    await owner.bookUnseen('Trent Kowalski', '13:00', { kind: 'fitting' })
    await owner.bookUnseen('Omar Farouk', '13:45', { kind: 'pick-up' })
    await owner.bookElsewhere('Ida Kern-Whitfield', '14:00', { kind: 'pick-up' })
    await expect(owner.label('Ida Kern-Whitfield')).toBeVisible()

    await test.step('no label covers another, and each name is complete', async () => {
      const labels = await page.locator('.label:not(.label-side)').evaluateAll((labels) =>
        labels.map((label) => {
          const { top, bottom } = label.getBoundingClientRect()
          const name = label.querySelector('.label-name')
          const words = label.querySelector('.label-name span')
          const isCut =
            (words !== null && words.scrollHeight > words.clientHeight + 4) ||
            (name?.getBoundingClientRect().bottom ?? 0) > bottom + 0.5
          return { top, bottom, isCut }
        }),
      )
      expect(labels).toHaveLength(8)
      labels.sort((first, second) => first.top - second.top)
      for (const [index, { top, bottom, isCut }] of labels.entries()) {
        expect(isCut).toBe(false)
        expect(top).toBeGreaterThanOrEqual(labels[index - 1]?.bottom ?? top)
        expect(bottom - top).toBeGreaterThanOrEqual(24)
      }
    })
    await test.step('each kind differs by its end, its length, and in words', async () => {
      for (const [name, end, kind] of [
        ['Trent Kowalski, 1:00 PM', /basted/, fitting],
        ['Omar Farouk, 1:45 PM', /ticket/, pickUp],
      ] as const) {
        await expect(owner.nameLink(`${name}, ${kind.name}`)).toBeVisible()
        const [client = ''] = name.split(',')
        await expect(owner.label(client)).toHaveClass(end)
        await expect(owner.label(client).getByText(kind.name).filter({ visible: true })).toBeVisible()
      }
      await expect(owner.nameLink('Theo Park')).toBeVisible()
      const { height } = await getBox(owner.label('Omar Farouk'))
      expect(height).toBeLessThan((await getBox(owner.label('Trent Kowalski'))).height)
    })
    await test.step('neither the next label nor the end of its button covers an open time', async () => {
      const open = page.getByRole('button', { name: 'Open, 10:00-10:30' })
      await open.scrollIntoViewIfNeeded()
      const isUncovered = await open.evaluate((button) => {
        const range = document.createRange()
        range.selectNodeContents(button.firstChild as Node)
        const { left, top, bottom } = range.getBoundingClientRect()
        return [top + 2, bottom - 2].every((y) => button.contains(document.elementFromPoint(left + 2, y)))
      })
      expect(isUncovered).toBe(true)
    })
    await expectAccessible(page)
    await owner.press(desk.day.reopen)
    await expect(page.getByText(desk.closing.reopened)).toBeVisible()

    await test.step('an error appears next to the button, wherever the long form is scrolled to', async () => {
      await owner.press(desk.book)
      await expect(owner.button(desk.adding.book)).toBeInViewport({ ratio: 1 })
      await owner.timeField.fill('15:00')
      await owner.nameField.fill('Walt Jennings')
      await owner.abort('book_for_client')
      await owner.press(desk.adding.book)
      const why = owner.dialog.getByRole('alert').filter({ hasText: desk.errors.unanswered })
      await expect(why).toBeInViewport({ ratio: 1 })
    })
  })

onScreen('clients at one time are side by side, with their names', async ({ page, owner }) => {
  await owner.bookAsClient('Bartholomew Featherstonehaugh', '12:30')
  await owner.signIn()
  await owner.ask('set_opening', { capacity: 2 })
  await owner.bookAsClient('Samir Haddad', '12:45')
  for (const name of ['Jonathan Whitfield', 'Bo Diaz']) await owner.bookForNow(name)
  for (const width of [1280, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await page.reload()
    for (const [date, first, second] of [
      [day.date, 'Bartholomew', 'Samir Haddad'],
      [today, 'Jonathan', 'Bo Diaz'],
    ] as const) {
      await owner.goTo('', date)
      const label = (name: string) => page.locator('.day-column .label').filter({ hasText: name })
      await expect(label(second)).toBeVisible()
      const [left, right] = [await getBox(label(first)), await getBox(label(second))]
      expect(right.left).toBeGreaterThanOrEqual(left.right)
      expect(right.top > left.top).toBe(date === day.date)
      const outside = await page.locator('.label:not(.label-side)').evaluateAll((labels) =>
        labels.flatMap((label) => {
          const whole = label.getBoundingClientRect()
          return [...label.querySelectorAll('h2, a, button')]
            .filter((part) => part.checkVisibility())
            .filter((part) => {
              const { top, bottom, right, width } = part.getBoundingClientRect()
              const isOut = top < whole.top - 1 || bottom > whole.bottom + 1 || right > whole.right + 1
              return isOut || (part.localName === 'h2' && width < 60)
            })
            .map((part) => part.outerHTML)
        }),
      )
      expect(outside).toEqual([])
    }
  }
})

onScreen('a third lane, open or closed, is next to both clients', async ({ page, owner }) => {
  await owner.signIn()
  await owner.ask('set_opening', { capacity: 3 })
  for (const [name, time] of [
    ['Ann Lee', '12:30'],
    ['Bo Diaz', '12:30'],
    ['Ida Kern', '15:00'],
    ['Samir Haddad', '15:00'],
  ] as const)
    await owner.bookUnseen(name, time)
  const dentist = { from: `${day.date}T15:00`, to: `${day.date}T16:00`, reason: 'Dentist', places: 1 }
  await owner.ask('close_time', dentist)
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await owner.goTo()
    await page.reload()
    for (const [third, ...clients] of [
      ['.gap-place', 'Ann Lee', 'Bo Diaz'],
      ['.closed-place', 'Ida Kern', 'Samir Haddad'],
    ] as const) {
      const place = page.locator(`.day-column ${third}`).first()
      await expect(place).toBeVisible()
      const lane = await getBox(place)
      expect(lane.right - lane.left).toBeGreaterThanOrEqual(149)
      for (const name of clients) {
        const label = await getBox(page.locator('.day-column .label').filter({ hasText: name }))
        expect(lane.left).toBeGreaterThanOrEqual(label.right)
      }
    }
  }
})

/** The visible names next to the open day: whole words, and cut ones in brackets. */
const seenNames = (page: Page) =>
  page.locator('.label-side .label-name > a > span').evaluateAll((names) =>
    names.map((name) => {
      const parts = [...name.querySelectorAll('i')]
      const shown = parts.find((part) => getComputedStyle(part).display === 'inline') ?? name
      const text = shown.firstChild as Text
      const room = name.getBoundingClientRect()
      const seen = [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const { left, right, top, bottom } = range.getBoundingClientRect()
        const middle = (top + bottom) / 2
        if (middle > room.bottom || left > room.right) return []
        const ends = [left + 1, right - 1].map((x) => document.elementFromPoint(x, middle))
        const isWhole = right <= room.right + 1 && bottom <= room.bottom + 4
        return isWhole && ends.every((end) => name.closest('.label')?.contains(end)) ? word : `[${word}]`
      })
      return seen.join(' ')
    }),
  )

onScreen('names in the week wrap between words, and are short in a narrow line', async ({ page, owner }) => {
  await owner.signIn()
  await owner.ask('set_opening', { capacity: 2 })
  for (const [name, time] of [
    ['Katarzyna Nowak', '09:00'],
    ['Walt Jennings', '09:00'],
    ['Frank Castellano', '11:00'],
    ['Hector Ruiz', '11:30'],
    ['Omar Farouk', '14:00'],
    ['Lucia Ferrante', '14:15'],
  ] as const)
    await owner.bookUnseen(name, time, { appointment_date: '2026-12-02' })
  const { id } = await owner.bookUnseen('Priya Raman', '12:30')
  const expectSeen = async (view: string, names: readonly string[]) => {
    await owner.goTo(view)
    await page.reload()
    await expect(owner.label('Omar Farouk')).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    // Fonts that just loaded move the words once more.
    await expect.poll(() => seenNames(page)).toEqual(names)
  }
  const later = ['Hector Ruiz', 'Omar F.', 'Lucia Ferrante']
  await expectSeen('', ['Katarzyna N.', 'Walt J.', 'Frank C.', ...later])
  await expectSeen(`appointment/${id}`, ['Katarzyna', 'Walt J.', 'Frank C.', ...later])
  // The shortest appointment of a week makes its inch longer.
  await owner.bookUnseen('Noah Brandt', '12:30', { appointment_date: '2026-12-04', kind: 'pick-up' })
  await expectSeen('', ['Katarzyna Nowak', 'Walt Jennings', 'Frank Castellano', ...later, 'Noah B.'])
})

onScreen('two of five clients at one time are in view, and an empty day says so', async ({ page, owner }) => {
  await owner.signIn()
  await owner.ask('set_opening', { capacity: 5 })
  for (const [name, time] of ['09:00', '09:30', '12:30', '12:30', '12:30', '13:00', '14:00'].entries())
    await owner.bookAsClient(`Client ${'ABCDEFG'[name]}`, time)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await owner.goTo()
    await page.reload()
    for (const name of ['Client A', 'Client B']) await expect(owner.label(name)).toBeInViewport({ ratio: 1 })
  }
  // In the week, one label shows them until the last has gone.
  await owner.goTo('', '2026-12-02')
  const paper = await getBox(page.locator('.week .paper').first())
  const crowd = await getBox(owner.label(desk.day.several(4, '12:30')))
  expect(crowd.height).toBeCloseTo((1.5 * paper.height) / 9 - 4, 0)
  await expect(owner.label('Client G')).toBeVisible()

  const { week } = await owner.ask<Opening>('opening', {})
  await owner.changeElsewhere('set_opening', { week: { ...week, sunday: [] } })
  for (const [date, words] of [
    ['2026-12-04', desk.day.noneTitle],
    ['2026-12-06', desk.day.noHoursTitle],
    ['2026-11-24', desk.day.nobodyTitle],
  ] as const) {
    await owner.goTo('', date)
    await expect(page.getByRole('heading', { name: words })).toBeInViewport({ ratio: 1 })
  }
})

const cutOffLines = (lines: Locator) =>
  lines.evaluateAll((all) => all.filter((line) => line.scrollHeight > line.clientHeight).length)

onScreen('prints one day without controls, with overflowing clients below it', async ({ page, owner }) => {
  await owner.openDesk('09:00')
  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('.day-sheet')
  const rest = page.locator('.sheet-rest')
  const lines = page.locator('.sheet-line')
  await expect(sheet).toContainText('Priya Raman 9:00 AM')
  await expect(sheet).toContainText('(214) 555-1900')
  await expect(owner.button(desk.book)).toBeHidden()
  // Otherwise Firefox prints an empty page after it.
  await expect(page.locator('.desk')).toHaveCSS('min-height', '0px')

  await owner.bookUnseen('Ann Lee', '11:00', { note: 'Peak lapels.', kind: 'fitting' })
  await owner.changeElsewhere('set_opening', { capacity: 2 })
  await expect(lines).toHaveCount(2)
  await expect(rest.locator('li')).toHaveCount(0)
  const dentist = { from: `${day.date}T15:30`, to: `${day.date}T16:30`, reason: 'Dentist', places: 1 }
  const { closure } = await owner.changeElsewhere<{ closure: BlockedTime }>('close_time', dentist)
  await expect(sheet).toContainText('One closed 3:30-4:30\u00a0PM (Dentist).')
  await owner.changeElsewhere('reopen_time', { id: closure.id })
  await expect(sheet).toContainText(`Ann Lee 11:00 AM · ${fitting.name}`)
  await expect(sheet).not.toContainText(getKind('consultation').name)
  const note = `${'Left shoulder half an inch lower. '.repeat(9)}The end.`
  await owner.ask('set_opening', { durationMinutes: 30 })
  await owner.bookUnseen('Ida Kern', '15:00', { note: 'No vents.' })
  await owner.bookUnseen('Bo Diaz', '15:30', { note })
  for (const name of ['Una Marsh', 'Ada Cole']) await owner.bookElsewhere(name, '16:00')
  await expect(rest.locator('b')).toHaveText(['Ida Kern', 'Bo Diaz'])
  await expect(sheet.getByText('The end.')).toHaveCount(1)
  await expect(rest.getByText('The end.')).toBeVisible()
  expect(await cutOffLines(lines.filter({ hasText: /Priya|Ann/ }))).toBe(0)
})

onScreen('prints both fitters’ clients with their notes on one page', async ({ page, owner }) => {
  await owner.signIn()
  await owner.ask('set_opening', { capacity: 2 })
  const names = ['Bo Diaz', 'Ida Kern', 'Ann Lee', 'Una Marsh', 'Ada Cole', 'Samir Haddad']
  const last = ['Whitfield', 'Castellanos']
  for (const [index, name] of names.entries())
    for (const label of last) {
      const client = await owner.ask<{ id: string }>('book_for_client', {
        full_name: `${name} ${label}`,
        phone: `(214) 555-${label === 'Whitfield' ? '01' : '02'}0${index}`,
        appointment_date: day.date,
        appointment_time: `${['09', '10', '12', '13', '15', '16'][index]}:00`,
        kind: index % 2 ? 'fitting' : 'consultation',
        note: 'Peak lapels, two vents. Bring the gray flannel.',
      })
      const note = 'Chest 42, waist 36. Left shoulder half an inch lower. No wool.'
      await owner.ask('write_client_note', { id: client.id, note })
    }
  await owner.goTo()
  await page.reload()
  await expect(owner.label('Bo Diaz Whitfield')).toBeVisible()
  for (const format of ['Letter', 'A4']) {
    const pdf = (await page.pdf({ format })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
  }
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 690, height: 900 })
  const sheet = page.locator('.day-sheet')
  for (const end of ['No wool.', 'gray flannel.']) await expect(sheet.getByText(end)).toHaveCount(12)
  expect(await cutOffLines(page.locator('.sheet-line'))).toBe(0)
})

const onNarrowPhone = onPhone.extend({ viewport: { width: 320, height: 600 } })

async function expectButtonsWhole(page: Page): Promise<void> {
  for (const name of [desk.back, desk.appointment.move, desk.bookNext, desk.appointment.cancel])
    await expect(page.getByRole('dialog').getByRole('button', { name })).toBeInViewport({ ratio: 1 })
}

onNarrowPhone(
  'nothing is covered or cut, even with wide text spacing or a long date',
  async ({ page, owner }) => {
    const booked = await owner.openDesk()
    const name = page.locator('.desk-label')
    const steps = page.locator('.steps')
    const isWhole = (part: Locator) => part.evaluate((words) => words.scrollWidth <= words.clientWidth)
    expect((await getBox(name)).right).toBeLessThanOrEqual((await getBox(steps)).left)
    expect(await isWhole(name.locator('b'))).toBe(true)
    await page.goto('/?desk#/figures')
    await expect(owner.heading).toHaveText(desk.figures)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.goto(getPath(booked))
    await expectButtonsWhole(page)
    await owner.leave()

    // A reader's own spacing (WCAG 1.4.12).
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      const spacing = 'line-height: 1.5 !important; letter-spacing: 0.12em !important'
      sheet.replaceSync(`* { ${spacing}; word-spacing: 0.16em !important }`)
      document.adoptedStyleSheets.push(sheet)
    })
    expect(await isWhole(owner.heading)).toBe(true)
    await page.goto(getPath(booked))
    await expectButtonsWhole(page)
    await page.setViewportSize(screen.viewport)
    await expect.poll(async () => (await getBox(name)).right <= (await getBox(owner.heading)).left).toBe(true)
    expect(await isWhole(owner.heading)).toBe(true)

    await test.step('a long day’s name fits, and its buttons stay wide', async () => {
      const names = ['Priya Raman', 'Samir Haddad', 'Grace Lindholm', 'Owen Castillo', 'Ines Duarte']
      for (const [index, name] of names.entries())
        await owner.bookAsClient(name, `${12 + index}:00`, '2026-12-30')
      await page.setViewportSize({ width: 320, height: 600 })
      await owner.goTo('', '2026-12-30')
      await page.reload()
      for (const name of names) await expect(owner.nameLink(name)).toBeVisible()
      const end = () =>
        owner.heading.evaluate((part) => {
          const range = document.createRange()
          range.selectNodeContents(part)
          return range.getBoundingClientRect().right
        })
      await expect(owner.heading).toHaveText('Wednesday, December 30')
      expect(await end()).toBeLessThanOrEqual(320)
      for (let top = 0; top < 60; top += 4) {
        const narrow = await page.evaluate((y) => {
          scrollTo(0, y)
          return [...document.querySelectorAll('.head .steps button')]
            .filter((button) => getComputedStyle(button).visibility === 'visible')
            .filter((button) => button.getBoundingClientRect().width < 24)
            .map((button) => button.textContent)
        }, top)
        expect(narrow, `${top} px`).toEqual([])
      }
      await page.evaluate(() => scrollTo(0, 400))
      const previous = owner.button(desk.previousDay)
      await expect.poll(async () => (await end()) <= (await getBox(previous)).left).toBe(true)
    })
  },
)

onNarrowPhone('a notice covers no client, and keeps its button in view', async ({ page, owner }) => {
  await owner.signIn()
  for (const time of ['14:00', '21:00'])
    await owner.bookUnseen(`Wolfeschlegelsteinhausen ${time}`, time, { appointment_date: today })
  await owner.comeBack()
  await owner.goTo('', today)
  await owner.label('14:00').getByRole('button', { name: desk.appointment.came, exact: true }).click()
  const notice = page.locator('.notice')
  await expect(owner.undo).toBeInViewport({ ratio: 1 })
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 700 })
    // It stays while the pointer is on it.
    await notice.hover()
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const last = await getBox(owner.label('Wolfeschlegelsteinhausen 21:00'))
    expect(last.bottom).toBeLessThanOrEqual((await getBox(notice)).top)
  }
})
