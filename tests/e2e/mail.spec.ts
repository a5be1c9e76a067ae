import { test as base, expect } from '@playwright/test'
import type { AppointmentChange, StoredAppointment } from '../../booking/appointment.ts'
import { shop } from '../../booking/opening-hours.ts'
import type { ClientEmail, EmailTemplates } from '../../booking/views.ts'
import { businessMails, cancelled, clientMails, confirmation } from '../../copy/emails.ts'
import { distOfRepository, readBuiltPage } from '../../server/built-page.ts'
import { failureLines } from '../../server/jobs/alerts.ts'
import { expectNoFaults } from './support/accessible.ts'

const appointment: StoredAppointment = {
  kind: 'consultation',
  id: '019ae5c0-0000-7000-8000-000000000000',
  created_at: '2026-12-01T18:00:00.000Z',
  // The longest name there can be, without a place to break it.
  full_name: 'W'.repeat(200),
  email: `${'a'.repeat(60)}@${'b'.repeat(60)}.example.com`,
  phone: '(555) 123-4567',
  appointment_date: '2026-12-03',
  appointment_time: '10:00',
  referral_source: 'friend',
  startEpochMs: Date.UTC(2026, 11, 3, 16),
  endEpochMs: Date.UTC(2026, 11, 3, 17),
  status: 'confirmed',
  sequence: 0,
}
const email: ClientEmail = {
  appointment,
  shop,
  nowEpochMs: Date.UTC(2026, 11, 1, 18),
  manageLink: `https://tailor.example/?visit=${'x'.repeat(43)}`,
}
const change: AppointmentChange = {
  what: 'rescheduled',
  fromEpochMs: Date.UTC(2026, 11, 2, 16),
  toEpochMs: appointment.startEpochMs,
  by: 'client',
}
const stuck = {
  id: 1,
  kind: 'calendar-event',
  startEpochMs: appointment.startEpochMs,
  error: 'ECONNREFUSED',
  hasFailed: false,
  isAlerted: false,
} as const

const { views } = readBuiltPage(distOfRepository)

const when = 'Thursday, December 3, 2026 at 10:00 AM, Dallas time'

const emails = {
  confirmation: {
    write: (emails: EmailTemplates) => emails.clientConfirmation(email),
    says: [when, confirmation.bringTitle, confirmation.visitTitle, clientMails.manage, '1412 Example Street'],
  },
  rescheduled: {
    write: (emails: EmailTemplates) => emails.clientRescheduled(email, change),
    says: [when, 'Wednesday, December 2, 2026 at 10:00 AM'],
  },
  cancelled: {
    write: (emails: EmailTemplates) =>
      emails.clientCancelled(
        { ...appointment, status: 'cancelled' },
        change,
        shop,
        'https://tailor.example/',
      ),
    says: [when, cancelled.again],
  },
  reminder: {
    write: (emails: EmailTemplates) => emails.clientReminder(email),
    says: [when, clientMails.manage],
  },
  'notification to the business': {
    write: (emails: EmailTemplates) =>
      emails.businessNotification(appointment, null, shop, 'https://tailor.example/?desk#/day/2026-12-03'),
    says: [when, 'Phone Number: (555) 123-4567', 'Time: 10:00', businessMails.calendar],
  },
  'notice of a calendar in trouble': {
    write: (emails: EmailTemplates) => emails.calendarTrouble(1, failureLines([stuck], shop)),
    says: [when, 'ECONNREFUSED'],
  },
}

/** "rgb(r, g, b)" as relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const parts = colour.match(/\d+/g)?.map((part) => Number(part) / 255) ?? []
  const [r = 0, g = 0, b = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

base.use({ viewport: { width: 390, height: 844 } })

for (const [name, { write, says }] of Object.entries(emails)) {
  base(`the ${name} says everything at the width of a phone, light and dark`, async ({ page }) => {
    await page.setContent(write((await views()).emails).html)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const words of says)
        await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible()
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(tooWide).toBeLessThanOrEqual(0)
      await expectNoFaults(page, { runOnly: ['color-contrast', 'link-name'] })
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      if (colorScheme === 'dark') expect(luminance(ground)).toBeLessThan(0.05)
      else expect(luminance(ground)).toBeGreaterThan(0.5)
    }
  })
}
