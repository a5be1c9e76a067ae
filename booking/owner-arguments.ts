/**
 * The schemas with which the server parses the arguments of the owner's calls. `web/` imports only types from here,
 * because Zod would add 20 kB to the desk.
 */

import { z } from 'zod'
import { fieldErrors, fieldTitles } from '#copy/booking-form.ts'
import { openingErrorWords, deskArguments as words } from '#copy/errors.ts'
import {
  clientNoteLengthMax,
  countable,
  type FieldName,
  messageLengthMax,
  noteLengthMax,
} from './appointment.ts'
import { isDuration, kindIds, longestMinutes, shortestMinutes } from './kinds.ts'
import { capacityMax } from './opening-hours.ts'
import { fieldSentence } from './sentences.ts'
import { sourceIds } from './sources.ts'
import { isCalendarDate, isTime, weekdayNames } from './time.ts'
import { findContactFault, normalizeField } from './validation.ts'

const { names } = words

/** Neither database can store a NUL. */
const text = (name: string, most: number) =>
  z
    .string(words.text(name))
    .refine((value) => !value.includes('\0'), words.character(name))
    .refine((value) => [...value].length <= most, words.length(name, most))

/** How many clients one call cancels or notifies: more than any day has. */
const togetherMax = 500

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

/** Each with the sequence that the owner saw. */
const together = z
  .array(z.strictObject({ id, sequence }), words.list(names.appointments))
  .min(1, words.list(names.appointments))
  .max(togetherMax, words.most(names.appointments, togetherMax))

/** A client's field, which may be empty but must otherwise follow the booking form's rule. */
const contact = (name: 'full_name' | 'email' | 'phone') =>
  z.string(words.text(fieldTitles[name])).transform((typed, context) => {
    const value = normalizeField(name, typed)
    const fault = value === '' ? undefined : findContactFault(name, value)
    if (fault) context.addIssue(fieldSentence(name, fault))
    return value
  })

const name = contact('full_name').refine(Boolean, fieldErrors.required(fieldTitles.full_name))

const source = z.enum(['', ...sourceIds], words.source(sourceIds.join(', ')))

/** Normalized the same way as the stored one: a domain in another script becomes ASCII. */
const address = text(names.address, 300)
  .transform((typed) => normalizeField('email', typed))
  .pipe(z.string().min(1))

const days = z
  .strictObject({ from: day(names.parameterFrom), to: day(names.parameterTo) })
  .refine(({ from, to }) => from <= to, words.daysInOrder)

const duration = z
  .number(words.number(names.duration))
  .refine(isDuration, words.duration(shortestMinutes, longestMinutes))

/** Whether the owner wants one client more than there are fitters. */
const overbook = z.boolean(words.overbook).nullish()

const count = (name: string) => z.number(words.number(name))

/** A first and a last start take up to twelve characters, and no day has more stretches than this. */
const stretches = z
  .array(z.string(words.text(names.stretch)), words.list(names.stretches))
  .max(24, words.list(names.stretches))
  .readonly()

const datesMax = 1000

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
    dates: z
      .record(z.string(), stretches, openingErrorWords.dates)
      .refine((dates) => Object.keys(dates).length <= datesMax, words.datesMax(datesMax)),
    busyCloses: z.enum(['everyone', 'one'], openingErrorWords.busyCloses),
    earliestHoursAhead: count(names.hoursAhead).nullable(),
    latestDaysAhead: count(names.latestDaysAhead).nullable(),
    changesUntilHoursBefore: count(names.hoursBefore),
    reminderHoursBefore: count(names.hoursBefore).nullable(),
  })
  .partial()

/** The owner must know the client's name and the time. */
const bookedFields = {
  full_name: name,
  appointment_date: day(names.date),
  appointment_time: clockTime,
  email: contact('email').nullish(),
  phone: contact('phone').nullish(),
  referral_source: source.nullish(),
} satisfies Record<FieldName, z.ZodType>

export const callArguments = {
  agenda: days,
  figures: days,
  opening: z.strictObject({}),
  find_client: z.strictObject({ q: text(names.parameterQ, 200) }),
  clients: z.strictObject({ q: text(names.parameterQ, 200) }),
  client: z.strictObject({ id }),
  devices: z.strictObject({}),
  sent_mails: z.strictObject({}),
  sent_mail: z.strictObject({ id: z.string(words.text(names.id)) }),
  book_for_client: z.strictObject({
    ...bookedFields,
    note: text(names.note, noteLengthMax).nullish(),
    kind: z.enum(kindIds, words.kind(kindIds.join(', '))).nullish(),
    durationMinutes: duration.nullish(),
    overbook,
  }),
  move_appointment: z.strictObject({
    id,
    sequence,
    appointment_date: day(names.date),
    appointment_time: clockTime,
    durationMinutes: duration.nullish(),
    overbook,
  }),
  cancel_appointment: z.strictObject({
    id,
    sequence,
    message: text(names.message, messageLengthMax).nullish(),
  }),
  /** Each with the sequence that the owner saw. One that changed since then stays. */
  cancel_appointments: z.strictObject({
    appointments: together,
    message: text(names.message, messageLengthMax).nullish(),
  }),
  /**
   * `text`: the owner sends a text from their phone, and the desk records it. `minutes`: how late the shop is running.
   */
  tell_clients: z
    .strictObject({
      appointments: together,
      what: z.enum(['ready', 'late'], words.telling),
      way: z.enum(['email', 'text'], words.tellingWay).default('email'),
      message: text(names.message, messageLengthMax).refine((typed) => typed.trim() !== '', words.noMessage),
      minutes: z.int(words.minutesLate).min(5, words.minutesLate).max(120, words.minutesLate).nullish(),
    })
    .refine(({ what, minutes }) => (what === 'late') === (minutes != null), words.minutesLate),
  note_attendance: z.strictObject({
    id,
    sequence: sequence.nullish(),
    attendance: z.enum(['came', 'did_not_come'], words.attendance).nullable(),
  }),
  write_note: z.strictObject({
    id,
    sequence: sequence.nullish(),
    note: text(names.note, noteLengthMax),
    /** The note that this one replaces. A different one stays. */
    before: text(names.note, noteLengthMax).nullish(),
  }),
  /** The lasting note about the client with the appointment `id`. */
  write_client_note: z.strictObject({
    id,
    note: text(names.note, clientNoteLengthMax),
    /** The note that this one replaces. A different one stays. Several merged notes can exceed the length of one. */
    before: text(names.note, 10 * clientNoteLengthMax).nullish(),
  }),
  /** `id` is that of any appointment of the client. A missing detail stays the same. */
  correct_client: z.strictObject({
    id,
    sequence: sequence.nullish(),
    full_name: name.nullish(),
    email: contact('email').nullish(),
    phone: contact('phone').nullish(),
  }),
  correct_appointment: z.strictObject({
    id,
    sequence,
    kind: z.enum(kindIds, words.kind(kindIds.join(', '))).nullish(),
    durationMinutes: duration.nullish(),
  }),
  close_time: z
    .strictObject({
      from: wallTime(names.from),
      to: wallTime(names.to),
      reason: text(names.reason, messageLengthMax).nullish(),
      /** How many fitters are away; everyone without it. */
      places: z.int(words.places).min(1, words.places).max(capacityMax, words.places).nullish(),
    })
    .refine(({ from, to }) => from < to, words.closureInOrder),
  reopen_time: z.strictObject({ id }),
  /** `before` holds the hours as the owner saw them. The call doesn't set a field that changed since. */
  set_opening: openingFields.extend({ before: openingFields.nullish() }),
  /** `id` is that of an appointment without an email address or number. */
  forget_client: z.union(
    [
      z.strictObject({ email: address }),
      z.strictObject({ phone: text(names.number, 100).min(1) }),
      z.strictObject({ id }),
    ],
    words.client,
  ),
  similar_bookings: z.strictObject({ id }),
  /** Cancels them all. Clients whom the shop doesn't know get no email. */
  undo_bookings: z.strictObject({
    id,
    ids: z.array(id, words.list(names.ids)).max(100, words.list(names.ids)),
  }),
  end_booking_alert: z.strictObject({ id }),
  /** `ids` are the appointments that the owner saw. One that vanished later waits for another answer. */
  answer_vanished: z.strictObject({
    ids: z
      .array(id, words.list(names.ids))
      .min(1, words.list(names.ids))
      .max(togetherMax, words.list(names.ids)),
    answer: z.enum(['cancel', 'put_back'], words.vanishedAnswer),
  }),
  device: z.strictObject({}),
  /** A subscription as created by the browser's PushManager. The keys are in Base64url. */
  subscribe_device: z.strictObject({
    endpoint: text(names.endpoint, 1000),
    p256dh: z.string(words.pushKeys).regex(/^[\w-]{87}$/, words.pushKeys),
    auth: z.string(words.pushKeys).regex(/^[\w-]{22}$/, words.pushKeys),
  }),
  unsubscribe_device: z.strictObject({}),
  deliver_owed: z.strictObject({ id: z.int(words.wholeNumber(names.id)).nullish() }),
} as const

export type CallName = keyof typeof callArguments

/** As callers pass them. */
export type Arguments<Name extends CallName> = z.input<(typeof callArguments)[Name]>

export type Parsed<Name extends CallName> = z.output<(typeof callArguments)[Name]>

/**
 * The header that distinguishes a repeated booking from a second one; empty without it.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
export const idempotencyKey = text(names.idempotencyKey, 100).default('')
