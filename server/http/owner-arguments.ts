import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import {
  type FieldName,
  messageLengthMax,
  noteLengthMax,
  referralSources,
} from '../../booking/appointment.ts'
import { isDuration, kindIds, longestMinutes, shortestMinutes } from '../../booking/kinds.ts'
import { isCalendarDate, isTime, weekdayNames } from '../../booking/time.ts'
import { fieldError, normalizeField, type ValidationContext } from '../../booking/validation.ts'
import { fieldErrors, fieldTitles } from '../../copy/booking-form.ts'
import { openingErrorWords, deskArguments as words } from '../../copy/errors.ts'
import { ApiError, countable } from './errors.ts'

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

const duration = z
  .number(words.number(names.duration))
  .refine(isDuration, words.duration(shortestMinutes, longestMinutes))

const attendances = z.enum(['came', 'did_not_come'], words.attendance)

/** As it was stored: a domain with letters of other scripts is written in ASCII there. */
const address = text(names.address, 300)
  .transform((typed) => normalizeField('email', typed))
  .pipe(z.string().min(1))

const days = z
  .strictObject({ from: day(names.parameterFrom), to: day(names.parameterTo) })
  .refine(({ from, to }) => from <= to, words.daysInOrder)

const count = (name: string) => z.number(words.number(name))

/** A first and a last start take twelve characters at most, and a day has no more minutes than these. */
const stretches = z
  .array(z.string(words.text(names.stretch)), words.list(names.stretches))
  .max(24, words.list(names.stretches))

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
    closedDates: z.array(z.string(words.text(names.closedDay)), words.list(names.closedDays)).max(1000),
    latestDaysAhead: count(names.latestDaysAhead).nullable(),
    changesUntilHoursBefore: count(names.hoursBefore),
    reminderHoursBefore: count(names.hoursBefore).nullable(),
  })
  .partial()

/** In a GET it comes as text. */
const lastHours = z.coerce
  .number(words.lastHours)
  .int(words.lastHours)
  .min(1, words.lastHours)
  .max(720, words.lastHours)

/** What each of the owner's calls takes, by its name. */
export const takes = {
  agenda: days,
  figures: days,
  opening: z.strictObject({}),
  find_client: z.strictObject({ q: text(names.parameterQ, 200) }),
  sent_mails: z.strictObject({}),
  sent_mail: z.strictObject({ id: z.string(words.text(names.id)) }),
  book_for_client: z.strictObject({
    full_name: z.string(words.text(fieldTitles.full_name)),
    appointment_date: day(names.date),
    appointment_time: clockTime,
    email: z.string(words.text(fieldTitles.email)).nullish(),
    phone: z.string(words.text(fieldTitles.phone)).nullish(),
    referral_source: z.enum(['', ...referralSources], words.source(referralSources.join(', '))).nullish(),
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
  note_attendance: z.strictObject({ id, sequence: sequence.nullish(), attendance: attendances.nullable() }),
  write_note: z.strictObject({
    id,
    sequence: sequence.nullish(),
    note: text(names.note, noteLengthMax),
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
  set_opening: openingFields.extend({ before: openingFields.nullish() }),
  forget_client: z.union(
    [
      z.strictObject({ email: address }),
      z.strictObject({ phone: text(names.number, 100).min(1) }),
      z.strictObject({ id }),
    ],
    words.client,
  ),
  similar_bookings: z.strictObject({ id, hours: lastHours }),
  undo_bookings: z.strictObject({
    id,
    by: z.enum(['network', 'email', 'phone'], words.likeness),
    hours: lastHours,
  }),
  deliver_owed: z.strictObject({ id: z.int(words.wholeNumber(names.id)).nullish() }),
} as const

export type CallName = keyof typeof takes

export type Takes<Name extends CallName> = z.infer<(typeof takes)[Name]>

export const invalid = (sentence: string) => new ApiError(400, '22023', sentence)

export function argumentsOf<Name extends CallName>(name: Name, sent: unknown): Takes<Name> {
  const parsed = takes[name].safeParse(sent ?? {})
  if (parsed.success) return parsed.data as Takes<Name>
  if (typeof sent !== 'object' || Array.isArray(sent)) throw invalid(words.oneObject(name))
  const sentences = parsed.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? words.notTaken(name, issue.keys.map((key) => JSON.stringify(key.slice(0, 40))).join(', '))
      : issue.message,
  )
  throw invalid(sentences.join(' '))
}

/**
 * What tells an entry that is sent again from another one; empty where nothing does. A header, because a server of the
 * version before refuses arguments that it does not know.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
export function idempotencyKeyIn(headers: IncomingHttpHeaders): string {
  const key = text(names.idempotencyKey, 100).default('').safeParse(headers['idempotency-key'])
  if (key.success) return key.data
  throw invalid(key.error.issues[0]?.message ?? '')
}

/** What the owner was told of the client: the same rules as for clients, but for what was not told. */
export function clientFields(sent: Takes<'book_for_client'>, context: ValidationContext) {
  const told = (name: 'full_name' | 'email' | 'phone') => normalizeField(name, sent[name] ?? '')
  const fields = {
    full_name: told('full_name'),
    email: told('email'),
    phone: told('phone'),
    referral_source: sent.referral_source ?? '',
  }
  if (fields.full_name === '') throw invalid(fieldErrors.required(fieldTitles.full_name))
  const errors = (['full_name', 'email', 'phone'] satisfies FieldName[]).flatMap((name) =>
    fields[name] === '' ? [] : (fieldError(name, fields[name], context) ?? []),
  )
  if (errors.length > 0) throw invalid(errors.join(' '))
  return fields
}
