import { fieldTitles, fieldErrors as words } from '#copy/booking-form.ts'
import { dates } from '#copy/dates.ts'
import { type AppointmentFields, type FieldName, fieldNames, referralSources } from './appointment.ts'
import { isClosedOn, lastFrom, type PublicShop, startsForDate, weekStarts } from './opening-hours.ts'
import {
  formatDate,
  formatOpenDays,
  formatTime,
  isCalendarDate,
  isShownOnce,
  isTime,
  toIsoDate,
} from './time.ts'

/** A letter of a script in which joiners shape words. Next to any other letter, these four are rubbish. */
const joining = '(?![\\p{sc=Latn}\\p{sc=Grek}\\p{sc=Cyrl}\\p{sc=Hani}])[\\p{L}\\p{M}]'

/** Invisible characters that belong in names: joiners (Persian, Indic scripts), variants of letters, composed emoji. */
const written = [
  `${joining}[\\u200c\\u200d](?=${joining})`,
  '\\p{sc=Hani}[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]',
  '\\p{sc=Mong}[\\u180b-\\u180f]',
  '\\p{ExtPict}\\ufe0f?[\\u{1f3fb}-\\u{1f3ff}]?(?:\\u200d(?=\\p{ExtPict}))?',
].join('|')

const invisible = /\p{DI}/gu

const invisibleInName = new RegExp(`(${written})|\\p{DI}`, 'gu')

/** Letters of other scripts in a domain, and the full stops of their keyboards. */
const otherDomain = /^([^@]*@)(?=.*[^ -~])([\p{L}\p{M}\p{N}.。．｡-]+)$/u

function withPlainDomain(address: string): string {
  const [, mailbox, domain] = otherDomain.exec(address) ?? []
  try {
    return domain ? mailbox + new URL(`https://${domain}`).hostname : address
  } catch {
    return address
  }
}

/** Contact lists put invisible characters around numbers. Names become Unicode NFC, and domains ASCII. */
export function normalizeField(name: FieldName, typed: string): string {
  const seen = typed.replace(invisible, '').trim()
  if (name === 'email') return withPlainDomain(seen)
  if (name === 'appointment_date') return toIsoDate(seen)
  if (name !== 'full_name') return seen
  return typed.replace(invisibleInName, '$1').normalize('NFC').trim()
}

export type FieldErrors = Partial<Record<FieldName, string>>

export type TypedFields = Partial<Record<FieldName, string>>

export interface ValidationContext {
  shop: PublicShop
  earliest: string
}

/** `date`: as it was typed, for the rules of the time. */
type TimeContext = ValidationContext & { date: string }

export type Validation =
  | { ok: true; fields: AppointmentFields }
  /** Has the fields if only the time is against them: they may have been valid when they were sent first. */
  | { ok: false; errors: FieldErrors; fields: AppointmentFields | undefined }

const nameLengthMax = 200
const phoneLengthMax = 40
/** RFC 5321, 4.5.3.1: at most 64 octets before the "@"; 254 for the whole path, by erratum 1690 of RFC 3696. */
const emailLengthMax = 254
const emailLocalLengthMax = 64

/**
 * The addresses that browsers accept in type=email, with a domain that email from elsewhere reaches, so not "invalid"
 * (RFC 6761, 6.4).
 * @see https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!invalid$)(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/i

/** Controls, separators of lines and paragraphs, lone surrogates, and the replacement character. */
const forbiddenInText = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\ufffd]/u

/** Digits with the usual separators, and an extension at the end, which does not count. */
const phonePattern =
  /^([+(]?[\d\p{Zs}()+.\-\p{Pd}/]+)(?:[,;]*\p{Zs}*(?:[,;#x]|ext(?:ension)?)[.:]?\p{Zs}*\d{1,6})?$/iu

/**
 * Texts that email apps turn into a link: an email to an address that a stranger typed begins with the name. A dot
 * between letters is no link (Dr.Costa, St.John), except before endings that are no names, or before a path.
 */
const addressInText =
  /@|:\/\/|(?<!\p{L})www\d*\.|[\p{L}\d]\.(?:\p{L}{2,}\/|(?:com|net|org|info|biz|io|xyz|online|site|website|shop|store|click)(?![\p{L}\d]))/iu

function nameError(value: string): string | undefined {
  if (forbiddenInText.test(value)) return words.nameCharacter
  if ([...value].length > nameLengthMax) return words.nameLength(nameLengthMax)
  // Browsers read compatibility forms and the ideographic full stop the same way.
  return addressInText.test(value.normalize('NFKC').replaceAll('。', '.')) ? words.nameAddress : undefined
}

function emailError(value: string): string | undefined {
  const local = value.slice(0, value.lastIndexOf('@'))
  const isShort = value.length <= emailLengthMax && local.length <= emailLocalLengthMax
  const dotsInPlace = !/^\.|\.\.|\.$/.test(local)
  if (/(?![a-z])\p{L}/iu.test(local)) return words.emailLetters
  return isShort && dotsInPlace && emailPattern.test(value) ? undefined : words.email
}

function phoneError(value: string): string | undefined {
  const [, number = ''] = value.length > phoneLengthMax ? [] : (phonePattern.exec(value) ?? [])
  const digits = number.match(/\d/g)?.length ?? 0
  return digits < 7 || digits > 15 ? words.phone : undefined
}

function dateError(value: string, { shop, earliest }: ValidationContext): string | undefined {
  if (!isCalendarDate(value)) return words.noDate
  if (value < earliest) return words.earliest(formatDate(earliest))
  const latest = lastFrom(earliest, shop)
  if (latest !== null && value > latest) return words.latest(formatDate(latest))
  if (!isClosedOn(value, shop)) return undefined
  return [words.closed, formatOpenDays(value, shop)].filter(Boolean).join(' ')
}

/** While the day is closed or not known, a time is held to the whole week. */
function timeError(value: string, { shop, date }: TimeContext): string | undefined {
  const week = [weekStarts(shop.opening)]
  const isDay = isCalendarDate(date)
  const ofDay = isDay ? startsForDate(date, shop) : []
  const starts = ofDay.length > 0 ? ofDay : week
  if (isTime(value) && starts.some(([first, last]) => value >= first && value <= last)) {
    // Only dates far in the past, or in other zones, meet a clock change during opening hours.
    return isDay && !isShownOnce(date, value, shop.timeZone) ? words.clockChange : undefined
  }
  const between = starts.map(([first, last]) => words.between(formatTime(first), formatTime(last)))
  const say = String(starts) === String(week) ? words.time : words.startsThatDay
  return say(dates.several(between))
}

function referralError(value: string): string | undefined {
  return (referralSources as readonly string[]).includes(value)
    ? undefined
    : words.source(referralSources.join(', '))
}

const contactErrors = { full_name: nameError, email: emailError, phone: phoneError }

export const contactError = (name: keyof typeof contactErrors, value: string) => contactErrors[name](value)

const errorOf: Record<FieldName, (value: string, context: TimeContext) => string | undefined> = {
  ...contactErrors,
  appointment_date: dateError,
  appointment_time: timeError,
  referral_source: referralError,
}

/** The error of one filled field, as a sentence (specification, point 5). Checks a time by the hours of `date`. */
export function fieldError(
  name: FieldName,
  value: string,
  context: ValidationContext,
  date = '',
): string | undefined {
  const onDate = { ...context, date: normalizeField('appointment_date', date) }
  return errorOf[name](normalizeField(name, value), onDate)
}

export function emptyFields(typed: TypedFields): FieldName[] {
  return fieldNames.filter((name) => normalizeField(name, typed[name] ?? '') === '')
}

export function validate(typed: TypedFields, context: ValidationContext): Validation {
  const errors: FieldErrors = {}
  const fields: Record<string, string> = {}
  const date = normalizeField('appointment_date', typed.appointment_date ?? '')
  for (const name of fieldNames) {
    const value = normalizeField(name, typed[name] ?? '')
    const error =
      value === '' ? words.required(fieldTitles[name]) : errorOf[name](value, { ...context, date })
    if (error) errors[name] = error
    fields[name] = value
  }
  const isShown = isShownOnce(date, fields.appointment_time ?? '', context.shop.timeZone)
  const checked = fields as unknown as AppointmentFields
  if (Object.keys(errors).length === 0) return { ok: true, fields: checked }
  const { appointment_date: _, appointment_time: __, ...others } = errors
  return { ok: false, errors, fields: isShown && Object.keys(others).length === 0 ? checked : undefined }
}
