import { expect, it } from 'vitest'
import type { StoredAppointment } from '../../booking/appointment.ts'
import { shop } from '../../booking/opening-hours.ts'
import { ownerEmails } from '../../web/mails/owner.tsx'

const fitting = {
  full_name: 'Ann Lee',
  kind: 'fitting',
  startEpochMs: Date.UTC(2026, 11, 8, 16, 30),
} as StoredAppointment

it('speaks of the appointment’s own kind when an event was moved or came back', () => {
  const refused = { startEpochMs: fitting.startEpochMs, why: 'taken' } as const
  for (const { subject, text } of [
    ownerEmails.moveRefused(fitting, refused, shop),
    ownerEmails.eventRestored(fitting, shop),
  ]) {
    expect(subject).toContain('Ann Lee’s fitting')
    expect(text).toContain('fitting')
    expect(text).not.toContain('consultation')
  }
})

it('counts appointments of any kind that are gone from the calendar', () => {
  const news = { polledAtMs: null, isOld: false, unreadable: 0, onHold: [fitting] }
  expect(ownerEmails.calendarNotice(news, shop).text).toContain('1 appointment has disappeared')
})
