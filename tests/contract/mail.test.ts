import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { clientMails } from '#copy/emails.ts'
import type { AppointmentChange, StoredAppointment } from '../../booking/appointment.ts'
import { messageId, shopDomain } from '../../booking/calendar-event.ts'
import { appointmentPath } from '../../booking/links.ts'
import { shop } from '../../booking/opening-hours.ts'
import { business } from '../../demo/business.ts'
import { distOfRepository, readBuiltPage } from '../../server/built-page.ts'
import { createEmailHandlers } from '../../server/jobs/handlers.ts'
import { createEmlMailer } from '../../server/mail/eml-folder.ts'
import { readInvitation } from './support/invitation.ts'
import { ann, createTemporaryFolder, testNoon } from './support/shop-server.ts'

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
const kinds = [
  'business-notification',
  'client-invitation',
  'client-reminder',
  'client-ready',
  'client-late',
] as const
type Kind = (typeof kinds)[number]

const moved: AppointmentChange = {
  what: 'rescheduled',
  fromEpochMs: Date.UTC(2026, 11, 2, 16),
  toEpochMs: appointment.startEpochMs,
  by: 'client',
}

/**
 * Sends an email twice, as the server may. The appointment moved before its fourth state.
 * @returns the files
 */
async function sent(kind: Kind, changed: Partial<StoredAppointment> = {}, nowEpochMs = testNoon) {
  const folder = join(createTemporaryFolder(), 'mail')
  const mails = createEmailHandlers({
    mailer: createEmlMailer(folder, 'shop@example.com'),
    uidDomain: shopDomain,
    mailFrom: 'shop@example.com',
    businessEmail: 'owner@example.com',
    changes: { findChange: async (_id, sequence) => (sequence === 3 ? moved : null) },
    tellings: { findEmailed: async () => ({ message: 'See you soon.', minutes: 20 }) },
    similarBookings: null,
    appointments: { organizerOf: async () => null },
    manageLinks: { make: async () => 'http://localhost/?visit=token' },
    publicUrl: () => 'http://localhost',
    views,
    openingHours: { current: async () => shop, lastKnown: () => shop },
    now: () => nowEpochMs,
  })
  for (const _ of [1, 2]) await mails[kind]({ ...appointment, ...changed }, AbortSignal.timeout(5000))
  return readdirSync(folder).map((name) => join(folder, name))
}

async function written(kind: Kind, changed: Partial<StoredAppointment> = {}) {
  const [file = '', ...others] = await sent(kind, changed)
  expect(others).toEqual([])
  const raw = readFileSync(file)
  return { file, raw: raw.toString(), mail: await PostalMime.parse(raw) }
}

const answersTo = (kind: Kind) => (kind === 'business-notification' ? ann.email : business.email)

describe('the notification to the business', () => {
  it('is one file per message, readable only by its owner', async () => {
    const { file, mail } = await written('business-notification')
    expect(file.endsWith(`/${appointment.id}.business-notification.0.eml`)).toBe(true)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    // Mailboxes recognize duplicates by the first, and auto-responders don't answer because of the second.
    expect(mail.messageId).toBe(`<${messageId(appointment.id, 'business-notification', 0, shopDomain)}>`)
    expect(mail.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
  })
})

describe('the email folder', () => {
  function openFolder() {
    const folder = join(createTemporaryFolder(), 'mail')
    const mailer = createEmlMailer(folder, 'shop@example.com')
    const message = { messageId: 'one@example.com', to: ann.email, subject: 'A', text: 'B', html: 'C' }
    return { folder, send: () => mailer.send(message, AbortSignal.timeout(5000)) }
  }

  it('is created again for the next email after the owner deleted it', async () => {
    const { folder, send } = openFolder()
    rmSync(folder, { recursive: true })
    await send()
    expect(readdirSync(folder)).toEqual(['one.eml'])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  it('keeps no part of an email that couldn’t be written', async () => {
    const { folder, send } = openFolder()
    mkdirSync(join(folder, 'one.eml'))
    await expect(send()).rejects.toThrow('EISDIR')
    expect(readdirSync(folder)).toEqual(['one.eml'])
  })
})

describe('a name in the emails', () => {
  it.each([
    ['a line break', 'Ann\r\nBcc: victim@example.com\r\n\r\n<b>Hello</b>'],
    ['markup', '</td></table><script>alert(1)</script><img src=x onerror=alert(1)>'],
    ['a formula', '=cmd|"/c calc"!A1'],
    ['direction marks', '\u202egnp.exe\u2066 نور'],
    ['an address', '"Ann" <victim@example.com>, other@example.com'],
    ['the maximum number of characters', 'x'.repeat(200)],
  ])('keeps %s from headers, markup, and invitation', async (_what, full_name) => {
    for (const kind of kinds) {
      const { mail, raw } = await written(kind, { full_name })
      const keys = mail.headers.map((header) => header.key)
      expect(keys).not.toContain('bcc')
      expect(new Set(keys).size).toBe(keys.length)
      expect(mail.from?.address).toBe('shop@example.com')
      const to = kind === 'business-notification' ? 'owner@example.com' : ann.email
      expect(mail.to?.map(({ address }) => address)).toEqual([to])
      expect(mail.replyTo?.map(({ address }) => address)).toEqual([answersTo(kind)])
      expect(mail.html).not.toMatch(/<script|<img|<b>/)
      // RFC 5322, 2.1.1: mail servers cut longer lines.
      for (const line of raw.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998)
      if (kind === 'business-notification') expect(mail.text).toMatch(/^Date: Thursday, December 3, 2026$/m)
      if (kind !== 'client-invitation') continue
      const { text, component } = readInvitation(mail)
      expect(component.getAllProperties('attendee')).toHaveLength(1)
      expect(component.getFirstPropertyValue('attendee')).toMatch(/^mailto:ann@example.com$/i)
      expect(component.getAllProperties('organizer')).toHaveLength(1)
      for (const line of text.split(/\r?\n/)) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    }
  })

  it('is cut to 40 characters in the greeting, so a stranger can’t put a message in it', async () => {
    const full_name = `Sir ${'💐'.repeat(60)}`
    const { mail } = await written('client-invitation', { full_name })
    const shortened = [...full_name].slice(0, 40).join('')
    expect(mail.text?.split('\n')).toContain(clientMails.greeting(shortened))
  })
})

describe('the emails about a change', () => {
  const late = { sequence: 3, endEpochMs: Date.UTC(2026, 11, 3, 17, 30) }

  it.each([
    ['business-notification', /^Rescheduled: Ann Lee/],
    ['client-invitation', /^Rescheduled: /],
    ['client-reminder', /^Reminder: /],
  ] as const)('are separate messages that describe the change: %s', async (kind, subject) => {
    const { mail } = await written(kind, late)
    const idOf = (sequence: number) => `<${messageId(appointment.id, kind, sequence, shopDomain)}>`
    const first = kind === 'client-reminder' ? undefined : idOf(0)
    expect([mail.messageId, mail.inReplyTo, mail.references]).toEqual([idOf(3), first, first])
    expect(mail.subject).toMatch(subject)
    expect(mail.replyTo?.map(({ address }) => address)).toEqual([answersTo(kind)])
  })

  it('link the owner to the desk, and invite the client for the booked length', async () => {
    const { mail } = await written('business-notification', late)
    expect(mail.text).toContain(appointmentPath(ann.appointment_date, appointment.id))
    const { component } = readInvitation((await written('client-invitation', late)).mail)
    expect(String(component.getFirstPropertyValue('dtend'))).toBe('2026-12-03T11:30:00')
  })

  it('skip a client without an address, and an appointment that is past or starting', async () => {
    const { startEpochMs, endEpochMs } = appointment
    for (const [kind, tooLateMs] of [
      ['client-invitation', endEpochMs],
      ['client-reminder', startEpochMs],
      ['client-ready', startEpochMs],
      ['client-late', startEpochMs],
    ] as const) {
      expect(await sent(kind, { email: '' })).toEqual([])
      expect(await sent(kind, {}, tooLateMs)).toEqual([])
      expect(await sent(kind, {}, tooLateMs - 1)).toHaveLength(1)
    }
    expect((await written('business-notification', { email: '' })).mail.replyTo).toBeUndefined()
  })
})
