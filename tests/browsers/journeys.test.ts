import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agreement, bookingForm, fieldTitles } from '#copy/booking-form.ts'
import { desk } from '#copy/desk.ts'
import { formatDate, msPerDay } from '../../booking/time.ts'
import { type RunningServer, startServer } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { ann, readMails } from '../contract/support/shop-server.ts'
import { openFirefox, openWebKit, waitFor } from './drive.ts'
import { firstViewLines } from './first-view-lines.ts'

const focus = (element: string) => `(${element}.focus(), document.activeElement === ${element})`
const withText = (selector: string, text: string) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].find((one) => one.textContent.trim() === ${JSON.stringify(text)})`

/** The demo shop is open every day. Browsers and server use the real clock. */
const dayAhead = (days: number) => new Date(Date.now() + days * msPerDay).toISOString().slice(0, 10)
const [date, later] = [dayAhead(14), dayAhead(15)]

describe.each([
  ['Firefox', openFirefox],
  ['WebKitGTK', openWebKit],
])('%s', (name, open) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-'))
  let shop: RunningServer
  let browser: Awaited<ReturnType<typeof open>>

  beforeAll(async () => {
    shop = await startServer({
      config: readConfig({ PORT: '0', DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '0' }),
    })
    browser = await open()
  })

  afterAll(async () => {
    await browser?.close()
    await shop?.close()
    rmSync(dataDir, { recursive: true })
  })

  const see = (expression: string, awaited = expression) => waitFor(() => browser.ask(expression), awaited)
  const seeText = (text: string) =>
    see(`document.body.innerText.includes(${JSON.stringify(text)})`, `the text "${text}"`)

  /** Presses Enter or another key on an element, as soon as it has the focus. */
  async function pressOn(element: string, key = 'Enter') {
    await see(focus(element), `the focus of ${element}`)
    await browser.press(key)
  }

  const form = 'document.forms.book'

  async function openForm() {
    await browser.goto(shop.url)
    // Forms aren't shown until the HTML has ended, and WebKit drops what is typed into a part that isn't painted.
    await see(`${form}.checkVisibility()`, 'the form')
    await browser.ask(`${form}.scrollIntoView({ behavior: 'instant' })`)
    await see(`${form}.full_name.checkVisibility({ contentVisibilityAuto: true })`, 'the painted form')
    await see(focus(`${form}.full_name`))
    await see(`!!${form}.closest('[data-island=hydrated]')`, 'the hydrated form')
  }

  it('books an appointment', async () => {
    await openForm()
    const mark = `${form}.appointment_date.dataset.empty`
    expect(await browser.ask(mark)).toBe('')
    await see(focus(`${form}.full_name`))
    await browser.press('Daniel Reyes', 'Tab', 'daniel@example.com', 'Tab', '2145550177')
    await see(focus(`${form}.appointment_date`))
    await browser.press(...browser.dateKeys(date))
    await see(`${form}.appointment_date.value === '${date}'`, 'the date as typed')
    await see(`${mark} === undefined`, 'the date shown as filled in')
    await see(`${form}.querySelectorAll('.choice input').length > 4`, 'open times')
    await pressOn(`${form}.querySelectorAll('.choice input')[3]`, ' ')
    await see(`${form}.appointment_time.value`, 'the chosen time')
    await see(focus(`${form}.referral_source`))
    await browser.press('Friend')
    await see(`${form}.referral_source.value === 'friend'`, 'the chosen source')
    await browser.press('Tab', 'Enter')
    await see(`!!${form}.querySelector('.booked')`, 'the booked appointment')
    await seeText(bookingForm.booked.toastTitle)
    await see(`${form}.full_name.value === ''`, 'the empty form')
    const tabCount = 'tabCount' in browser ? browser.tabCount : undefined
    const firstLink = `[...${form}.querySelectorAll('.booked-links a')].sort((a, b) => a.offsetTop - b.offsetTop || a.offsetLeft - b.offsetLeft)[0].textContent`
    expect(await browser.ask(firstLink)).toBe(tabCount ? agreement.google : bookingForm.booked.file)
    if (tabCount) await waitFor(async () => (await tabCount()) > 1, 'the calendar’s tab')
    expect(browser.errors).toEqual([])
  })

  it('labels an empty date and time field', async () => {
    // Otherwise the last booking takes the place of the fields.
    await browser.ask('(sessionStorage.clear(), 1)')
    await openForm()
    const said = `[...${form}.querySelectorAll('.ghosted')].map((field) => getComputedStyle(field, '::after').content)`
    // Firefox shows its own text in an empty field.
    const words = [bookingForm.chooseDate, bookingForm.chooseTime].map((text) => JSON.stringify(text))
    expect(await browser.ask(said)).toEqual(name === 'Firefox' ? ['none', 'none'] : words)
  })

  it('reschedules an appointment by the link in its email', async () => {
    const fields = { ...ann, appointment_date: date, appointment_time: '16:00' }
    await fetch(`${shop.url}/book`, { method: 'POST', body: new URLSearchParams(fields) })
    const link = await waitFor(async () => {
      const mails = await readMails(dataDir, 'client-invitation')
      const mail = mails.find(({ to }) => to?.[0]?.address === ann.email)
      return /\/\?visit=[\w-]+/.exec(mail?.text ?? '')?.[0]
    }, 'the confirmation')
    await browser.goto(`${shop.url}${link}`)
    await see(focus("document.querySelector('#visit-day')"))
    await browser.press(...browser.dateKeys(later))
    await see(`document.querySelector('#visit-day').value === '${later}'`, 'the date as typed')
    await pressOn("document.querySelector('.visit-show')")
    await see(`document.querySelector('.visit-move [type=radio]').value.startsWith('${later}')`)
    await pressOn("document.querySelectorAll('.visit-move [type=radio]')[1]", ' ')
    await pressOn("document.querySelector('.visit-move [value=move]')")
    await seeText(`Your consultation is on ${formatDate(later)}`)
    expect(browser.errors).toEqual([])
  })

  it('opens the desk by a link and books there', async () => {
    await browser.goto(shop.firstDeskLink ?? '')
    await pressOn(withText('button', desk.wayIn.open))
    await see(`!!${withText('button', desk.book)}`, 'the desk')
    await browser.ask(`(location.hash = '#/day/${date}/book', 1)`)
    const dialog = "document.querySelector('dialog')"
    await see(`${dialog}.querySelectorAll('.open-times [type=radio]').length > 4`, 'open times at the desk')
    await pressOn(`${dialog}.querySelectorAll('.open-times [type=radio]')[2]`, ' ')
    const name = `${withText('dialog label', fieldTitles.full_name)}.control`
    await see(focus(name))
    await browser.press('Eleanor Whitfield')
    await see(`${name}.value === 'Eleanor Whitfield'`, 'the typed name')
    const note = `${dialog}.querySelector('textarea')`
    await see(focus(note))
    await browser.press('1', 'Enter', '2', 'Enter', '3', 'Enter', '4', 'Enter', '5')
    await see(`${note}.value.length === 9 && ${note}.scrollHeight <= ${note}.clientHeight`, 'a note in full')
    await see(focus(name))
    await browser.press('Enter')
    await see(`!${dialog}`, 'the closed panel')
    await see(`!!${withText('li h2', 'Eleanor Whitfield')}`, 'the client on the day')
    await browser.resize(447, 500)
    await browser.ask('(scrollTo(0, 400), 1)')
    const next = `document.querySelector('[aria-label="${desk.nextDay}"]').getBoundingClientRect()`
    await see(`scrollY > 300 && ${next}.top > -4 && ${next}.bottom < 60`, 'the next day within reach')
    expect(browser.errors).toEqual([])
  })

  it('breaks the first view’s lines alike before and after the fonts load', async () => {
    const { before, after } = await firstViewLines(browser.goto, browser.ask, (expression) => see(expression))
    expect(after).toEqual(before)
  })
})
