import { expect, it } from 'vitest'
import type { StoredAppointment } from '../../booking/appointment.ts'
import { shop } from '../../booking/opening-hours.ts'
import { ownerEmails } from '../../web/mails/owner.tsx'

it('the owner’s emails about a calendar event use the appointment’s own kind', () => {
  const startEpochMs = Date.UTC(2026, 11, 8, 16, 30)
  const fitting = { full_name: 'Ann Lee', kind: 'fitting', startEpochMs } as StoredAppointment
  const notice = { polledAtMs: null, isOld: false, unreadable: 0, onHold: [fitting] }
  const emails = [
    ownerEmails.moveRefused(fitting, { startEpochMs, why: 'taken' }, shop),
    ownerEmails.eventRestored(fitting, shop),
    ownerEmails.calendarNotice(notice, shop),
  ]
  for (const { text } of emails) expect(text).not.toContain('consultation')
  for (const { subject } of emails.slice(0, 2)) expect(subject).toContain('Ann Lee’s fitting')
})
