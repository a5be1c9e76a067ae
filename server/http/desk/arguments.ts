import { z } from 'zod'
import { messageLengthMax, noteLengthMax } from '../../../booking/desk.ts'
import { type FieldName, referralSources } from '../../../booking/fields.ts'
import { fieldFault, type ValidationContext } from '../../../booking/validation.ts'
import { isCalendarDate, isTime } from '../../../booking/wall-time.ts'
import { ApiError } from '../api-error.ts'

/** No database stores a NUL. */
const text = (name: string, most: number) =>
  z
    .string(`${name} must be text.`)
    .refine((value) => !value.includes('\0'), `${name} has a character that cannot be stored.`)
    .refine((value) => [...value].length <= most, `${name} can have at most ${most} characters.`)

const day = (name: string) =>
  z
    .string(`${name} must be a day as YYYY-MM-DD.`)
    .refine(isCalendarDate, `${name} must be a day as YYYY-MM-DD.`)

const clockTime = z.string('The time must be HH:MM.').refine(isTime, 'The time must be HH:MM.')

const wallTime = (name: string) => {
  const rule = `${name} must be a day and a time as YYYY-MM-DDTHH:MM.`
  return z.string(rule).refine((value) => {
    const [date = '', time = '', ...more] = value.split('T')
    return isCalendarDate(date) && isTime(time) && more.length === 0
  }, rule)
}

const id = z.string('The id must be text.').regex(/^[\w-]{1,100}$/, 'The id must be that of an appointment.')
const sequence = z.int('The sequence must be a whole number.').min(0, 'The sequence must be 0 or more.')
const attendances = z.enum(['came', 'did_not_come'], 'The attendance must be came, did_not_come or null.')
const reasonMost = messageLengthMax

const days = z
  .strictObject({ from: day('The parameter from'), to: day('The parameter to') })
  .refine(({ from, to }) => from <= to, 'The first day must not be later than the last.')

const count = (name: string) => z.number(`${name} must be a number.`)

/** What each of the owner's calls takes, by its name. */
export const takes = {
  agenda: days,
  figures: days,
  opening: z.strictObject({}),
  find_client: z.strictObject({ q: text('The parameter q', 200) }),
  sent_mails: z.strictObject({}),
  sent_mail: z.strictObject({ id: z.string('The id must be text.') }),
  book_for_client: z.strictObject({
    full_name: z.string('Full Name must be text.'),
    appointment_date: day('The date'),
    appointment_time: clockTime,
    email: z.string('Email Address must be text.').nullish(),
    phone: z.string('Phone Number must be text.').nullish(),
    referral_source: z
      .enum(['', ...referralSources], `The source must be one of ${referralSources.join(', ')}.`)
      .nullish(),
    note: text('The note', noteLengthMax).nullish(),
  }),
  move_appointment: z.strictObject({
    id,
    sequence,
    appointment_date: day('The date'),
    appointment_time: clockTime,
  }),
  cancel_appointment: z.strictObject({
    id,
    sequence,
    message: text('The message', messageLengthMax).nullish(),
  }),
  note_attendance: z.strictObject({ id, sequence: sequence.nullish(), attendance: attendances.nullable() }),
  write_note: z.strictObject({ id, sequence: sequence.nullish(), note: text('The note', noteLengthMax) }),
  close_time: z
    .strictObject({
      from: wallTime('From'),
      to: wallTime('To'),
      reason: text('The reason', reasonMost).nullish(),
    })
    .refine(({ from, to }) => from < to, 'A closed time must end after it begins.'),
  reopen_time: z.strictObject({ id }),
  set_opening: z
    .strictObject({
      firstStart: z.string('The first start must be HH:MM.'),
      lastStart: z.string('The last start must be HH:MM.'),
      durationMinutes: count('The length of a consultation'),
      bufferMinutes: count('The quiet time'),
      capacity: count('The number of fitters'),
      offeredEveryMinutes: count('The step of the offered times'),
      closedWeekdays: z.array(z.number('A weekday must be a number.'), 'The weekdays must be a list.').max(7),
      closedDates: z
        .array(z.string('A closed day must be text.'), 'The closed days must be a list.')
        .max(1000),
      latestDaysAhead: count('The number of days').nullable(),
      changesUntilHoursBefore: count('The hours before'),
      reminderHoursBefore: count('The hours before').nullable(),
    })
    .partial(),
  forget_client: z.union(
    [
      z.strictObject({ email: text('The address', 300).min(1) }),
      z.strictObject({ phone: text('The number', 100).min(1) }),
    ],
    'Name the client by email or by phone.',
  ),
  deliver_owed: z.strictObject({ id: z.int('The id must be a whole number.').nullish() }),
} as const

export type CallName = keyof typeof takes
export type Takes<Name extends CallName> = z.infer<(typeof takes)[Name]>

export const invalid = (sentence: string) => new ApiError(400, '22023', sentence)

/** @throws {ApiError} 400 with a sentence for each fault */
export function argumentsOf<Name extends CallName>(name: Name, sent: unknown): Takes<Name> {
  const parsed = takes[name].safeParse(sent ?? {})
  if (parsed.success) return parsed.data as Takes<Name>
  const sentences = parsed.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `${name} does not take ${issue.keys.map((key) => JSON.stringify(key.slice(0, 40))).join(', ')}.`
      : issue.message,
  )
  throw invalid(sentences.join(' '))
}

/** What the owner was told of the client: the same rules as for clients, but for what was not told. */
export function clientFields(sent: Takes<'book_for_client'>, context: ValidationContext) {
  const told = (value: string | null | undefined) => (value ?? '').trim()
  const fields = {
    full_name: told(sent.full_name).normalize('NFC'),
    email: told(sent.email),
    phone: told(sent.phone),
    referral_source: sent.referral_source ?? '',
  }
  if (fields.full_name === '') throw invalid('Full Name is required.')
  const faults = (['full_name', 'email', 'phone'] satisfies FieldName[]).flatMap((name) =>
    fields[name] === '' ? [] : (fieldFault(name, fields[name], context) ?? []),
  )
  if (faults.length > 0) throw invalid(faults.join(' '))
  return fields
}
