import { expect, test } from '@playwright/test'
import { businessMails, cancelled, clientMails, confirmation } from '#copy/emails.ts'
import type { AppointmentChange, StoredAppointment } from '../../booking/appointment.ts'
import { appointmentInterval } from '../../booking/availability.ts'
import { shop } from '../../booking/opening-hours.ts'
import type { EmailTemplates } from '../../booking/views.ts'
import { addressLine } from '../../demo/business.ts'
import { distOfRepository, readBuiltPage } from '../../server/built-page.ts'
import { formatFailures } from '../../server/jobs/alerts.ts'
import { expectNoFaults } from './support/accessible.ts'

const fields = {
  // The longest possible name, without a place to break it.
  full_name: 'W'.repeat(200),
  email: `${'a'.repeat(60)}@${'b'.repeat(60)}.example.com`,
  phone: '(555) 123-4567',
  appointment_date: '2026-12-03',
  appointment_time: '10:00',
  referral_source: 'friend',
} as const
const appointment: StoredAppointment = {
  ...fields,
  ...appointmentInterval(fields, shop),
  kind: 'consultation',
  id: '019ae5c0-0000-7000-8000-000000000000',
  created_at: '2026-12-01T18:00:00.000Z',
  status: 'confirmed',
  sequence: 0,
}
const { startEpochMs } = appointment
const site = 'https://tailor.example/'
const manageLink = `${site}?visit=${'x'.repeat(43)}`
const email = { appointment, shop, nowEpochMs: Date.UTC(2026, 11, 1, 18), manageLink }
const change: AppointmentChange = {
  what: 'rescheduled',
  fromEpochMs: Date.UTC(2026, 11, 2, 16),
  toEpochMs: startEpochMs,
  by: 'client',
}
const failure = { id: 1, kind: 'calendar-event', startEpochMs, error: 'ECONNREFUSED' } as const
const when = 'Thursday, December 3, 2026 at 10:00 AM, Dallas time'

const emails: [name: string, write: (emails: EmailTemplates) => { html: string }, says: string[]][] = [
  [
    'confirmation',
    ({ clientConfirmation }) => clientConfirmation(email),
    [when, confirmation.bringTitle, confirmation.visitTitle, clientMails.manage, addressLine],
  ],
  [
    'email about a new time',
    ({ clientRescheduled }) => clientRescheduled(email, change),
    [when, 'Wednesday, December 2, 2026 at 10:00 AM'],
  ],
  [
    'email about a cancellation',
    ({ clientCancelled }) => clientCancelled({ ...appointment, status: 'cancelled' }, change, shop, site),
    [when, cancelled.again],
  ],
  ['reminder', ({ clientReminder }) => clientReminder(email), [when, clientMails.manage]],
  [
    'notification to the business',
    ({ businessNotification }) => businessNotification(appointment, null, shop, `${site}?desk`),
    [when, 'Phone Number: (555) 123-4567', 'Time: 10:00', businessMails.calendar],
  ],
  [
    'alert about the calendar',
    ({ calendarTrouble }) => calendarTrouble(1, formatFailures([{ ...failure, hasFailed: false }], shop)),
    [when, failure.error],
  ],
]

test.use({ viewport: { width: 390, height: 844 } })

const { views } = readBuiltPage(distOfRepository)

test('each email is complete at the width of a phone, light and dark', async ({ page }) => {
  const isComplete = async (html: string, says: string[]) => {
    await page.setContent(html)
    for (const [colorScheme, ground] of [
      ['light', 'rgb(231, 227, 216)'],
      ['dark', 'rgb(13, 19, 32)'],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('body')).toHaveCSS('background-color', ground)
      for (const words of says)
        await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible()
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(tooWide).toBeLessThanOrEqual(0)
      await expectNoFaults(page, { runOnly: ['color-contrast', 'link-name'] })
    }
  }
  const templates = (await views()).emails
  for (const [name, write, says] of emails)
    await test.step(name, () => isComplete(write(templates).html, says))
})
