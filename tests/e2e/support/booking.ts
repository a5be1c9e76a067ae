import type { Locator, Page } from '@playwright/test'

export const labels = {
  full_name: 'Full Name *',
  email: 'Email Address *',
  phone: 'Phone Number *',
  appointment_date: 'Preferred Date *',
  appointment_time: 'Preferred Time *',
  referral_source: 'How did you hear about us? *',
} as const

export type Values = Record<keyof typeof labels, string>

/** A booking that nothing is wrong with. */
export const someone: Values = {
  full_name: 'Daniel Reyes',
  email: 'daniel.reyes@example.com',
  phone: '(214) 555-0177',
  appointment_date: '2027-01-14',
  appointment_time: '10:30',
  referral_source: 'friend',
}

/** One of the two forms of the page; it comes to life as soon as it is touched. */
export function formOf(page: Page, placement: 'book' | 'closing' = 'book'): Locator {
  return page.locator(`form#${placement}`)
}

export function fieldOf(form: Locator, name: keyof Values): Locator {
  return form.getByLabel(labels[name], { exact: true })
}

export async function fill(form: Locator, values: Partial<Values>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = fieldOf(form, name as keyof Values)
    if (name === 'referral_source') await field.selectOption(value)
    else await field.fill(value)
  }
}

export async function valuesOf(form: Locator): Promise<Values> {
  const entries = Object.keys(labels).map(async (name) => [
    name,
    await fieldOf(form, name as keyof Values).inputValue(),
  ])
  return Object.fromEntries(await Promise.all(entries))
}

export function submitButton(form: Locator): Locator {
  return form.locator('button[type=submit]')
}

/** The page, with its first form come to life. */
export async function openForm(page: Page, placement: 'book' | 'closing' = 'book'): Promise<Locator> {
  await page.goto('/')
  const form = formOf(page, placement)
  await form.evaluate((element) => element.scrollIntoView())
  await fieldOf(form, 'full_name').focus()
  await page.locator('[data-island=hydrated]').filter({ has: form }).waitFor({ state: 'attached' })
  return form
}

/** Waits until all of the page is laid out, the last of it too, so that nothing changes its place by itself any more. */
export const laidOut = (page: Page) => page.locator('footer.laid-out').waitFor({ state: 'attached' })

/** Books the same time for somebody else, past the page. */
export async function takeTime(
  shopUrl: string,
  appointment_date: string,
  appointment_time: string,
): Promise<void> {
  const other = { ...someone, full_name: 'Somebody Else', email: 'else@example.com' }
  const answer = await fetch(`${shopUrl}/rest/v1/appointments`, {
    method: 'POST',
    headers: { apikey: 'public-demo-key', 'content-type': 'application/json' },
    body: JSON.stringify({ ...other, appointment_date, appointment_time }),
  })
  if (answer.status !== 201) throw new Error(`Not taken: ${answer.status}`)
}
