import { desk } from '../../copy/desk.ts'
import { kinds } from '../../demo/kinds.ts'
import { expectAccessible } from './support/accessible.ts'
import { askAsOwner, bookAsClient, day, expect, label, phone, screen, signIn, test } from './support/desk.ts'

const fitting = kinds.fitting?.name ?? ''
const pickUp = kinds['pick-up']?.name ?? ''
const lowest = 24

for (const [where, use] of Object.entries({ phone, screen })) {
  test.describe(`on a ${where}`, () => {
    test.use(use)

    test('a day shows each kind at its length, by its end and in words', async ({ page, shop }) => {
      await bookAsClient(shop, 'Priya Raman', '11:00')
      await signIn(page, shop)
      const book = (full_name: string, appointment_time: string, kind: string) =>
        askAsOwner(page, 'book_for_client', { full_name, appointment_date: day.date, appointment_time, kind })
      await book('Trent Kowalski', '13:00', 'fitting')
      await book('Omar Farouk', '13:45', 'pick-up')
      await book('June Abernathy-Castellanos', '14:00', 'pick-up')
      await page.goto(`/?desk#/day/${day.date}`)
      const omar = page.getByRole('link', { name: `Omar Farouk, 1:45 PM, ${pickUp}` })
      await expect(omar).toBeVisible()
      await expect(page.getByRole('link', { name: `Trent Kowalski, 1:00 PM, ${fitting}` })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Priya Raman', exact: true })).toBeVisible()
      await expect(label(page, 'Trent Kowalski')).toHaveClass(/basted/)
      await expect(label(page, 'Omar Farouk')).toHaveClass(/ticket/)
      await expect(label(page, 'Trent Kowalski').getByText(fitting).filter({ visible: true })).toBeVisible()
      await expect(label(page, 'Omar Farouk').getByText(pickUp).filter({ visible: true })).toBeVisible()
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
      // Nothing of a label is below its end.
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
      await page.getByRole('button', { name: desk.back, exact: true }).click()

      await page.emulateMedia({ media: 'print' })
      const sheet = page.locator('.day-sheet')
      await expect(sheet).toContainText(`Trent Kowalski 1:00 PM · ${fitting}`)
      await expect(sheet).toContainText(`Omar Farouk 1:45 PM · ${pickUp}`)
      await expect(sheet).not.toContainText(kinds.consultation?.name ?? '')
    })
  })
}
