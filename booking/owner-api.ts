/**
 * The types of the owner's calls under `/rest/v1/rpc/`. Their JSON has a few other keys (`owner-json.ts`). Instants are
 * ISO 8601 in UTC, wall times "YYYY-MM-DDTHH:MM" on the shop's clock, dates "YYYY-MM-DD".
 */

import { z } from 'zod'
import { fieldErrors, fieldTitles } from '#copy/booking-form.ts'
import { openingErrorWords, deskArguments as words } from '#copy/errors.ts'
import type { Opening } from '#shop/types.ts'
import {
  type Appointment,
  type AppointmentChange,
  type Attendance,
  type BlockedTime,
  countable,
  messageLengthMax,
  noteLengthMax,
  type ReferralSource,
  referralSources,
  type StoredAppointment,
  type WallStretch,
} from './appointment.ts'
import type { ReportedKind } from './job-kinds.ts'
import { isDuration, kindIds, longestMinutes, shortestMinutes } from './kinds.ts'
import { isCalendarDate, isTime, weekdayNames } from './time.ts'
import { contactError, normalizeField } from './validation.ts'

const { names } = words

/** No database stores a NUL. */
const text = (name: string, most: number) =>
  z
    .string(words.text(name))
    .refine((value) => !value.includes('\0'), words.character(name))
    .refine((value) => [...value].length <= most, words.length(name, most))

const day = (name: string) => z.string(words.day(name)).refine(isCalendarDate, words.day(name))

const clockTime = z.string(words.clockTime(names.time)).refine(isTime, words.clockTime(names.time))

const wallTime = (name: string) => {
  const rule = words.wallTime(name)
  return z.string(rule).refine((value) => {
    const [date = '', time = '', ...more] = value.split('T')
    return isCalendarDate(date) && isTime(time) && more.length === 0
  }, rule)
}

const id = z.string(words.text(names.id)).regex(/^[\w-]{1,100}$/, words.appointmentId)

const sequence = z.int(words.wholeNumber(names.sequence)).min(0, words.sequenceLeast).transform(countable)

/** A field of the client's, which may be empty but must otherwise follow the booking form's rule. */
const contact = (name: 'full_name' | 'email' | 'phone') =>
  z.string(words.text(fieldTitles[name])).transform((typed, context) => {
    const value = normalizeField(name, typed)
    const error = value === '' ? undefined : contactError(name, value)
    if (error) context.addIssue(error)
    return value
  })

const name = contact('full_name').refine(Boolean, fieldErrors.required(fieldTitles.full_name))

const source = z.enum(['', ...referralSources], words.source(referralSources.join(', ')))

/** Normalized as it was when it was stored: a domain in letters of other scripts is stored in ASCII. */
const address = text(names.address, 300)
  .transform((typed) => normalizeField('email', typed))
  .pipe(z.string().min(1))

const days = z
  .strictObject({ from: day(names.parameterFrom), to: day(names.parameterTo) })
  .refine(({ from, to }) => from <= to, words.daysInOrder)

const duration = z
  .number(words.number(names.duration))
  .refine(isDuration, words.duration(shortestMinutes, longestMinutes))

/** In a GET it is text. */
const lastHours = z.coerce
  .number<number>(words.lastHours)
  .int(words.lastHours)
  .min(1, words.lastHours)
  .max(720, words.lastHours)

const count = (name: string) => z.number(words.number(name))

/** A first and a last start take up to twelve characters, and no day has more stretches than this. */
const stretches = z
  .array(z.string(words.text(names.stretch)), words.list(names.stretches))
  .max(24, words.list(names.stretches))
  .readonly()

const openingFields = z
  .strictObject({
    week: z.strictObject(
      Object.fromEntries(weekdayNames.map((name) => [name, stretches])) as Record<
        (typeof weekdayNames)[number],
        typeof stretches
      >,
      openingErrorWords.times,
    ),
    durationMinutes: count(names.durationMinutes),
    bufferMinutes: count(names.bufferMinutes),
    capacity: count(names.capacity),
    offeredEveryMinutes: count(names.offeredEveryMinutes),
    closedDates: z
      .array(z.string(words.text(names.closedDay)), words.list(names.closedDays))
      .max(1000)
      .readonly(),
    latestDaysAhead: count(names.latestDaysAhead).nullable(),
    changesUntilHoursBefore: count(names.hoursBefore),
    reminderHoursBefore: count(names.hoursBefore).nullable(),
  })
  .partial()

export const callArguments = {
  agenda: days,
  figures: days,
  opening: z.strictObject({}),
  find_client: z.strictObject({ q: text(names.parameterQ, 200) }),
  sent_mails: z.strictObject({}),
  sent_mail: z.strictObject({ id: z.string(words.text(names.id)) }),
  book_for_client: z.strictObject({
    full_name: name,
    appointment_date: day(names.date),
    appointment_time: clockTime,
    email: contact('email').nullish(),
    phone: contact('phone').nullish(),
    referral_source: source.nullish(),
    note: text(names.note, noteLengthMax).nullish(),
    kind: z.enum(kindIds, words.kind(kindIds.join(', '))).nullish(),
    durationMinutes: duration.nullish(),
  }),
  move_appointment: z.strictObject({
    id,
    sequence,
    appointment_date: day(names.date),
    appointment_time: clockTime,
    durationMinutes: duration.nullish(),
  }),
  cancel_appointment: z.strictObject({
    id,
    sequence,
    message: text(names.message, messageLengthMax).nullish(),
  }),
  note_attendance: z.strictObject({
    id,
    sequence: sequence.nullish(),
    attendance: z.enum(['came', 'did_not_come'], words.attendance).nullable(),
  }),
  write_note: z.strictObject({
    id,
    sequence: sequence.nullish(),
    note: text(names.note, noteLengthMax),
    /** The note that this one replaces; a different one stays. */
    before: text(names.note, noteLengthMax).nullish(),
  }),
  close_time: z
    .strictObject({
      from: wallTime(names.from),
      to: wallTime(names.to),
      reason: text(names.reason, messageLengthMax).nullish(),
    })
    .refine(({ from, to }) => from < to, words.closureInOrder),
  reopen_time: z.strictObject({ id }),
  /** `before` holds the hours as the owner saw them; a field that has changed since is not set. */
  set_opening: openingFields.extend({ before: openingFields.nullish() }),
  /** `id` is of an appointment that has neither email address nor number. */
  forget_client: z.union(
    [
      z.strictObject({ email: address }),
      z.strictObject({ phone: text(names.number, 100).min(1) }),
      z.strictObject({ id }),
    ],
    words.client,
  ),
  similar_bookings: z.strictObject({ id, hours: lastHours }),
  /** Cancels them all. Clients who never opened a link get no email. */
  undo_bookings: z.strictObject({
    id,
    by: z.enum(['network', 'email', 'phone'], words.likeness),
    hours: lastHours,
  }),
  deliver_owed: z.strictObject({ id: z.int(words.wholeNumber(names.id)).nullish() }),
} as const

export type CallName = keyof typeof callArguments

export type Parsed<Name extends CallName> = z.output<(typeof callArguments)[Name]>

/**
 * The header that distinguishes a repeated booking from a second one; empty without it.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
export const idempotencyKey = text(names.idempotencyKey, 100).default('')

export type Party = 'client' | 'shop'

export interface HistoryEntry extends Pick<AppointmentChange, 'what'> {
  by: Party
  at: string
  from: string
}

export interface OverdueJob {
  id: number
  kind: ReportedKind
  since: string
  /** Kind of the last failure; empty before the first. */
  fault: string
}

export interface FinishedJob {
  kind: ReportedKind
  at: string
}

export interface DeskAppointment
  extends Omit<Appointment, 'email' | 'phone' | 'referral_source'>,
    Pick<StoredAppointment, 'kind' | 'status' | 'sequence'> {
  email: string | null
  phone: string | null
  referral_source: ReferralSource | null
  /** Instants of the appointment itself, without the buffer. */
  starts_at: string
  ends_at: string
  attendance: Attendance | null
  booked_by: Party
  /** The number of this client's visit, by email address or phone number, without canceled ones: 1 for the first. */
  visit: number
  note: string
  history: HistoryEntry[]
  owed: OverdueJob[]
  delivered: FinishedJob[]
}

/** The requested days, both ends included. */
export interface Agenda {
  /** In the order of their starts, including canceled ones. */
  appointments: DeskAppointment[]
  closures: BlockedTime[]
  busy: WallStretch[]
  /** Overdue jobs for blocked times in these days, including unblocked ones. */
  owed: OverdueJob[]
  owed_elsewhere: OverdueJob[]
  /** The booking at which the owner was last alerted to unusually many, within a day, unless it's canceled by now. */
  booking_alert?: Pick<DeskAppointment, 'id' | 'appointment_date'> & { in_hour: number }
}

/** How many bookings from the page look like one of them and still take place, that one included. */
export interface SimilarBookings {
  network: number
  email: number
  phone: number
}

export interface Counts {
  booked: number
  came: number
  did_not_come: number
  cancelled: number
}

export interface Figures {
  /** Consultations alone; `came_back`: how many of them led to a fitting. */
  by_source: (Counts & { referral_source: ReferralSource | null; came_back: number })[]
  /** In the order of the shop's kinds, the consultation first; kinds without appointments are missing. */
  by_kind: (Counts & { kind: string })[]
  /** `week` is the date of its Monday; weeks without appointments are missing. */
  by_week: (Counts & { week: string })[]
  /**
   * The most days from booking to visit that half, and nine tenths, of the clients waited; null without appointments.
   */
  days_ahead: { median: number | null; nine_tenths: number | null }
}

export interface FoundClient extends Pick<DeskAppointment, 'full_name' | 'email' | 'phone'> {
  appointments: DeskAppointment[]
}

export interface SentMail {
  id: string
  subject: string
  to: string
  sent_at: string
}

export interface SentMailText extends SentMail {
  text: string
  attachments: string[]
}

interface Answers {
  agenda: Agenda
  book_for_client: DeskAppointment
  move_appointment: DeskAppointment
  cancel_appointment: DeskAppointment
  note_attendance: DeskAppointment
  write_note: DeskAppointment
  /** `was_closed`: the same time was blocked before. */
  close_time: { closure: BlockedTime; appointments: DeskAppointment[]; was_closed?: boolean }
  /** `still_closed`: another blocked time covers it. */
  reopen_time: { closure: BlockedTime; still_closed?: true }
  opening: Opening
  set_opening: Opening
  figures: Figures
  find_client: FoundClient[]
  forget_client: { forgotten: number }
  similar_bookings: SimilarBookings
  undo_bookings: { undone: number }
  deliver_owed: OverdueJob[]
  sent_mails: SentMail[] | null
  sent_mail: SentMailText
}

export type DeskCalls = {
  [Name in CallName]: { takes: z.input<(typeof callArguments)[Name]>; answers: Answers[Name] }
}
