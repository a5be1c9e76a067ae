import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import type { AppointmentChange, StoredAppointment } from '../../booking/appointment.ts'
import { messageId, shopDomain } from '../../booking/calendar-event.ts'
import { appointmentPath } from '../../booking/links.ts'
import { shop } from '../../booking/opening-hours.ts'
import { clientMails } from '../../copy/emails.ts'
import { business } from '../../demo/business.ts'
import { distOfRepository, readBuiltPage } from '../../server/built-page.ts'
import { createEmailHandlers } from '../../server/jobs/handlers.ts'
import { emlFolder } from '../../server/mail/eml-folder.ts'
import type { Mailer } from '../../server/mail/mailer.ts'
import { invitationIn } from './support/invitation.ts'
import { ann, temporaryFolder, testNoon } from './support/shop-server.ts'

const appointment: StoredAppointment = {
  ...ann,
  kind: 'consultation',
  id: '019ae5c0-0000-7000-8000-000000000000',
  created_at: '2026-12-01T18:00:00.000Z',
  startEpochMs: Date.UTC(2026, 11, 3, 16),
  endEpochMs: Date.UTC(2026, 11, 3, 17),
  status: 'confirmed',
  sequence: 0,
}

const { views } = readBuiltPage(distOfRepository)

type Kind = 'business-notification' | 'client-invitation' | 'client-reminder'

const moved: AppointmentChange = {
  what: 'rescheduled',
  fromEpochMs: Date.UTC(2026, 11, 2, 16),
  toEpochMs: appointment.startEpochMs,
  by: 'client',
}

/** Sends an email twice, as the server may. The appointment was moved before its fourth state. */
async function sent(kind: Kind, changed: Partial<StoredAppointment>, nowEpochMs = testNoon) {
  const folder = join(temporaryFolder(), 'mail')
  const mails = createEmailHandlers({
    mailer: emlFolder(folder, 'shop@example.com'),
    uidDomain: shopDomain,
    mailFrom: 'shop@example.com',
    businessEmail: 'owner@example.com',
    changes: { findChange: async (_id, sequence) => (sequence === 3 ? moved : null) },
    similarBookings: null,
    appointments: { organizerOf: async () => null },
    manageLinks: { make: async () => 'http://localhost/?visit=token' },
    publicUrl: () => 'http://localhost',
    views,
    openingHours: { current: async () => shop, lastKnown: () => shop },
    now: () => nowEpochMs,
  })
  for (const _ of [1, 2]) await mails[kind]({ ...appointment, ...changed }, AbortSignal.timeout(5000))
  return { folder, files: readdirSync(folder) }
}

async function written(
  full_name: string,
  kind: Kind = 'business-notification',
  changed: Partial<StoredAppointment> = {},
) {
  const { folder, files } = await sent(kind, { full_name, ...changed })
  const [file = ''] = files
  const raw = readFileSync(join(folder, file))
  return { files, raw, mail: await PostalMime.parse(raw), mode: statSync(join(folder, file)).mode & 0o777 }
}

const hostile = {
  'a line break': 'Ann\r\nBcc: victim@example.com\r\n\r\n<b>Hello</b>',
  markup: '</td></table><script>alert(1)</script><img src=x onerror=alert(1)>',
  'a formula': '=cmd|"/c calc"!A1',
  'marks that turn the direction': '\u202egnp.exe\u2066 نور',
  'an address': '"Ann" <victim@example.com>, other@example.com',
  'ten thousand letters': 'x'.repeat(10_000),
}

describe('the notification to the business', () => {
  it('is one file for one message, for its owner’s eyes only', async () => {
    const { files, mode, mail } = await written('Ann Lee')
    expect(files).toEqual([`${appointment.id}.business-notification.0.eml`])
    expect(mode).toBe(0o600)
    // Mailboxes recognize duplicates by the first, and auto-responders don't answer because of the second.
    expect(mail.messageId).toBe(`<${messageId(appointment.id, 'business-notification', 0, shopDomain)}>`)
    expect(mail.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
  })

  it('has no line that a mail server would cut, even for the longest name that can be booked', async () => {
    const { raw } = await written('x'.repeat(200))
    // RFC 5322, 2.1.1: no line longer than 998 characters.
    for (const line of raw.toString().split('\r\n')) expect(line.length).toBeLessThanOrEqual(998)
  })
})

describe('the email folder', () => {
  const send = (mailer: Mailer, messageId: string) =>
    mailer.send(
      { messageId, to: 'ann@example.com', subject: 'A', text: 'B', html: 'C' },
      AbortSignal.timeout(5000),
    )

  it('is made again for the next email after its owner deleted it', async () => {
    const folder = join(temporaryFolder(), 'mail')
    const mailer = emlFolder(folder, 'shop@example.com')
    rmSync(folder, { recursive: true })
    await send(mailer, 'one@example.com')
    expect(readdirSync(folder)).toEqual(['one.eml'])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  it('keeps nothing of an email that could not be written', async () => {
    const folder = join(temporaryFolder(), 'mail')
    const mailer = emlFolder(folder, 'shop@example.com')
    mkdirSync(join(folder, 'one.eml'))
    await expect(send(mailer, 'one@example.com')).rejects.toThrow('EISDIR')
    expect(readdirSync(folder)).toEqual(['one.eml'])
  })
})

describe('a name in the emails', () => {
  it.each(Object.entries(hostile))('keeps %s from headers, markup, and invitation', async (_what, name) => {
    for (const [kind, to, answersTo] of [
      ['business-notification', 'owner@example.com', ann.email],
      ['client-invitation', ann.email, business.email],
      ['client-reminder', ann.email, business.email],
    ] as const) {
      const { mail } = await written(name, kind)
      const keys = mail.headers.map((header) => header.key)
      expect(keys).not.toContain('bcc')
      expect(new Set(keys).size).toBe(keys.length)
      expect(mail.from?.address).toBe('shop@example.com')
      expect(mail.to?.map(({ address }) => address)).toEqual([to])
      expect(mail.replyTo?.map(({ address }) => address)).toEqual([answersTo])
      expect(mail.html).not.toMatch(/<script|<img|<b>/)
      if (kind === 'business-notification') expect(mail.text).toMatch(/^Date: Thursday, December 3, 2026$/m)
      if (kind !== 'client-invitation') continue
      const { text, component } = invitationIn(mail)
      expect(component.getAllProperties('attendee')).toHaveLength(1)
      expect(component.getFirstPropertyValue('attendee')).toMatch(/^mailto:ann@example.com$/i)
      expect(component.getAllProperties('organizer')).toHaveLength(1)
      for (const line of text.split(/\r?\n/)) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    }
  })
})

describe('the greeting of a client', () => {
  it('has the first 40 characters of a name, so a stranger can’t send a message in it', async () => {
    const name = `Sir ${'💐'.repeat(60)}`
    const { mail } = await written(name, 'client-invitation')
    const shortened = [...name].slice(0, 40).join('')
    expect(mail.text?.split('\n')).toContain(clientMails.greeting(shortened))
  })
})

describe('the emails about a change', () => {
  const late = { sequence: 3, endEpochMs: Date.UTC(2026, 11, 3, 17, 30) }
  const changed = (kind: Kind) => written('Ann Lee', kind, late)

  it.each([
    { kind: 'business-notification', subject: /^Rescheduled: Ann Lee/, answersTo: ann.email },
    { kind: 'client-invitation', subject: /^Rescheduled: /, answersTo: business.email },
    { kind: 'client-reminder', subject: /^Reminder: /, answersTo: business.email },
  ] as const)('are messages of their own, which say what it was: $kind', async (row) => {
    const { mail } = await changed(row.kind)
    expect(mail.messageId).toBe(`<${messageId(appointment.id, row.kind, 3, shopDomain)}>`)
    const first =
      row.kind === 'client-reminder' ? undefined : `<${messageId(appointment.id, row.kind, 0, shopDomain)}>`
    expect([mail.inReplyTo, mail.references]).toEqual([first, first])
    expect(mail.subject).toMatch(row.subject)
    expect(mail.replyTo?.map(({ address }) => address)).toEqual([row.answersTo])
  })

  it('lead the owner to the appointment at the desk', async () => {
    const { mail } = await changed('business-notification')
    expect(mail.text).toContain(appointmentPath(ann.appointment_date, appointment.id))
  })

  it('invite the client in the name of who sends them, until the consultation as it was booked ends', async () => {
    const { component } = invitationIn((await changed('client-invitation')).mail)
    expect(component.getFirstPropertyValue('organizer')).toMatch(/^mailto:shop@example.com$/i)
    expect(component.getFirstPropertyValue('sequence')).toBe(3)
    expect(String(component.getFirstPropertyValue('dtend'))).toBe('2026-12-03T11:30:00')
  })

  it('are none for a client without an address, or once the appointment is past or starts', async () => {
    const { startEpochMs, endEpochMs } = appointment
    for (const [kind, tooLateMs] of [
      ['client-invitation', endEpochMs],
      ['client-reminder', startEpochMs],
    ] as const) {
      expect((await sent(kind, { email: '' })).files).toEqual([])
      expect((await sent(kind, {}, tooLateMs)).files).toEqual([])
      expect((await sent(kind, {}, tooLateMs - 1)).files).toHaveLength(1)
    }
    const { mail } = await written('Ann Lee', 'business-notification', { email: '' })
    expect(mail.replyTo).toBeUndefined()
  })
})
