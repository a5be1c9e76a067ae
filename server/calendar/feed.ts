import { randomBytes } from 'node:crypto'
import { ownersCalendar } from '#copy/emails.ts'
import type { StoredBlockedTime } from '../../booking/appointment.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import type { DeskAppointment } from '../../booking/owner-api.ts'
import { msPerDay } from '../../booking/time.ts'
import type { CalendarEventStore, KeptEvent } from '../db/calendar-events.ts'
import type { SecretStore } from '../lib/files-and-secrets.ts'
import { type BusinessCalendar, buildBlockedEvent, buildOwnerEvent } from './calendar.ts'
import { createCalendar, toCalendarText, writeEvent } from './write-ics.ts'

export async function getFeedSecret(secrets: SecretStore): Promise<string> {
  return (await secrets.keep('calendar-secret', async () => randomBytes(24).toString('base64url'))).trim()
}

export function createEmbeddedCalendar(
  events: CalendarEventStore,
  now: () => number,
  feedUrl: string,
): BusinessCalendar {
  return {
    where: feedUrl,
    put: (event) => events.put(event, now()),
    // Its rows lose the client's data together with the appointment.
    forget: async () => {},
    remove: ({ uid }) => events.remove(uid),
  }
}

const refreshSeconds = 15 * 60

export const feedPastMs = 90 * msPerDay

export function buildFeed(events: readonly KeptEvent[], shop: Shop): string {
  const calendar = createCalendar(events, { name: ownersCalendar.feed, ttl: refreshSeconds })
  for (const event of events) writeEvent(calendar, event, event.updatedAtMs, shop.timeZone)
  return toCalendarText(calendar)
}

export function buildAgendaIcs(
  appointments: readonly DeskAppointment[],
  blockedTimes: readonly StoredBlockedTime[],
  shop: Shop,
  uidDomain: string,
  nowEpochMs: number,
): string {
  const events = appointments.map((appointment) => {
    const { email, phone, referral_source, starts_at, ends_at, history, created_at } = appointment
    const contact = {
      email: email ?? '',
      phone: phone ?? '',
      referral_source: referral_source ?? '',
    } as const
    const times = { startEpochMs: Date.parse(starts_at), endEpochMs: Date.parse(ends_at) }
    const updatedAtMs = Date.parse(history.at(-1)?.at ?? created_at)
    return { ...buildOwnerEvent({ ...appointment, ...contact, ...times }, shop, uidDomain), updatedAtMs }
  })
  const blocked = blockedTimes.map((time) => ({
    ...buildBlockedEvent(time, uidDomain),
    updatedAtMs: nowEpochMs,
  }))
  return buildFeed([...events, ...blocked], shop)
}
