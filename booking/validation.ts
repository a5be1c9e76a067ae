import { type AppointmentFields, type FieldName, fieldNames, requiredFields } from './appointment.ts'
import {
  allStarts,
  earliestStart,
  isClosedOn,
  lastFrom,
  type PublicShop,
  type Starts,
  startsForDate,
} from './opening-hours.ts'
import { sourceIds } from './sources.ts'
import { isCalendarDate, isShownOnce, isTime, toIsoDate } from './time.ts'

/** A letter of a script that needs joiners. Next to any other letter, these four are junk. */
const joining = '(?![\\p{sc=Latn}\\p{sc=Grek}\\p{sc=Cyrl}\\p{sc=Hani}])[\\p{L}\\p{M}]'

/** Invisible characters that belong in names: joiners (Persian, Indic scripts), variants of letters, combined emoji. */
const written = [
  `${joining}[\\u200c\\u200d](?=${joining})`,
  '\\p{sc=Hani}[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]',
  '\\p{sc=Mong}[\\u180b-\\u180f]',
  '\\p{ExtPict}\\ufe0f?[\\u{1f3fb}-\\u{1f3ff}]?(?:\\u200d(?=\\p{ExtPict}))?',
].join('|')

const invisible = /\p{DI}/gu

const invisibleInName = new RegExp(`(${written})|\\p{DI}`, 'gu')

/** Letters of other scripts in a domain, and the periods on their keyboards. */
const otherDomain = /^([^@]*@)(?=.*[^ -~])([\p{L}\p{M}\p{N}.。．｡-]+)$/u

function withPlainDomain(address: string): string {
  const [, mailbox, domain] = otherDomain.exec(address) ?? []
  try {
    return domain ? mailbox + new URL(`https://${domain}`).hostname : address
  } catch {
    return address
  }
}

/** Full-width signs, the ideographic space, and the digits of every script. */
const otherKeyboard = /[\u3000\uff01-\uff5e]|(?![0-9])\p{Nd}/gu

/** Each script has its ten digits in a row, starting with zero. */
function plainSign(sign: string): string {
  const plain = sign.normalize('NFKC')
  let digit = 0
  for (let at = plain.codePointAt(0) ?? 0; /\p{Nd}/u.test(String.fromCodePoint(at - 1)); at--) digit++
  return /(?![0-9])\p{Nd}/u.test(plain) ? String(digit % 10) : plain
}

/** As in a link, and in many signatures: "tel:", "Cell:", "Tel." */
const phoneLabel = /^\p{L}+(?:[:：]\/*|\.)\p{Zs}*/u

function plainPhone(typed: string): string {
  const digits = typed.replace(phoneLabel, '').replace(otherKeyboard, plainSign)
  return digits.replace(/[\u2212\u2043\u30fc]/g, '-').replace(/[·•‧∙・]/g, '.')
}

/** Contact lists put invisible characters around numbers. Names become Unicode NFC, and domains ASCII. */
export function normalizeField(name: FieldName, typed: string): string {
  const seen = typed.replace(invisible, '').trim()
  if (name === 'email') return withPlainDomain(seen)
  if (name === 'phone') return plainPhone(seen)
  if (name === 'appointment_date') return toIsoDate(seen)
  if (name !== 'full_name') return seen
  return typed.replace(invisibleInName, '$1').normalize('NFC').trim()
}

/**
 * The rule that a value breaks, with the values for its message: dates "YYYY-MM-DD", times "HH:MM". See `sentences.ts`.
 */
export type FieldFault =
  | { rule: 'required' | 'nameCharacter' | 'nameAddress' | 'email' | 'emailLetters' | 'phone' }
  | { rule: 'noDate' | 'clockChange' | 'source' }
  | { rule: 'nameLength'; most: number }
  | { rule: 'phoneCharacter'; character: string }
  | { rule: 'earliest' | 'latest'; date: string }
  | { rule: 'closed'; date: string; shop: PublicShop }
  | { rule: 'tooSoon'; time: string }
  | { rule: 'time' | 'startsThatDay'; starts: readonly Starts[] }

export type FieldFaults = Partial<Record<FieldName, FieldFault>>

export type TypedFields = Partial<Record<FieldName, string>>

export interface ValidationContext {
  shop: PublicShop
  earliest: string
  /** The first start on the earliest date, if known: a page's clock can be wrong, the server's isn't. */
  earliestTime?: string
}

/** By the server's clock. */
export function getContext(shop: PublicShop, nowEpochMs: number): ValidationContext {
  const { date, time } = earliestStart(nowEpochMs, shop)
  return { shop, earliest: date, earliestTime: time }
}

/** `date`: as typed, for the rules about the time. */
type TimeContext = ValidationContext & { date: string }

export type Validation =
  | { ok: true; fields: AppointmentFields }
  /** Has the fields if only the time breaks a rule: they may have been valid when the client first sent them. */
  | { ok: false; faults: FieldFaults; fields: AppointmentFields | undefined }

const nameLengthMax = 200
const phoneLengthMax = 40
/** RFC 5321, 4.5.3.1: at most 64 octets before the "@", and 254 for the whole path, by erratum 1690 of RFC 3696. */
const emailLengthMax = 254
const emailLocalLengthMax = 64

/**
 * The addresses that browsers accept in type=email, with a domain that can receive email, so not "invalid" (RFC 6761,
 * 6.4).
 * @see https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!invalid$)(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/i

/** Control characters, line and paragraph separators, lone surrogates, and the replacement character. */
const forbiddenInText = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\ufffd]/u

/** Digits with the usual separators, and an extension at the end, which doesn't count. */
const phonePattern =
  /^([+(]?[\d\p{Zs}()+.\-\p{Pd}/]+)(?:[,;]*\p{Zs}*(?:[,;#x]|ext(?:ension)?)[.:=]?\p{Zs}*\d{1,6}\)?)?$/iu

const notInPhone = /[^\d\p{Zs}\p{C}()+.\-\p{Pd}/,;#]/u

/** Words in parentheses, such as "(cell)", which aren't dialed. An extension is. */
const noteInPhone = /\((?!\p{Zs}*(?:#|x|ext(?:ension)?)[.:]?\p{Zs}*\d)[^()]*\p{L}[^()]*\)/giu

export const withoutNotes = (phone: string) => phone.replace(noteInPhone, '').trim()

/** Before a name, with or without a period. */
export const titles = 'dr dra mr mrs ms mx mme prof rev hon st ste fr sr sra jr sgt capt lt col gen'.split(
  ' ',
)

const title = `(?:${titles.join('|')})`

/**
 * Texts that email apps turn into a link: an email to a stranger's address starts with the name. A period between
 * letters is no link (Dr.Costa, St.John), except before endings that aren't names, or before a path, which never
 * follows a title (Mr.Smith/Mrs.Smith). Readers complete "evil[.]com", and email apps decode "=?utf-8?q?...".
 */
const addressInText = new RegExp(
  [
    '@|\\/\\/|=\\?|[\\[({<]\\s*\\.\\s*[\\])}>]|\\[\\s*dot\\s*\\]',
    '(?<!\\p{L})(?:www\\d*\\.|(?:tel|sms|mailto|callto|facetime|skype|whatsapp|tg|javascript|data)\\s*:)',
    '(?<!\\d)\\d{1,3}(?:\\.\\d{1,3}){3}(?!\\d)',
    '[\\p{L}\\d]\\.(?:com|net|org|info|biz|io|xyz|online|site|website|shop|store|click)(?![\\p{L}\\d])',
    `(?<=[\\p{L}\\d])(?<!(?<!\\p{L})${title})\\.\\p{L}{2,}\\/(?!(?:\\p{L}|${title})[.\\p{Zs}])`,
  ].join('|'),
  'iu',
)

function nameFault(value: string): FieldFault | undefined {
  if (forbiddenInText.test(value)) return { rule: 'nameCharacter' }
  if ([...value].length > nameLengthMax) return { rule: 'nameLength', most: nameLengthMax }
  // Browsers treat compatibility forms and the ideographic period the same way.
  const hasAddress = addressInText.test(value.normalize('NFKC').replaceAll('。', '.'))
  return hasAddress ? { rule: 'nameAddress' } : undefined
}

function emailFault(value: string): FieldFault | undefined {
  const local = value.slice(0, value.lastIndexOf('@'))
  const isShort = value.length <= emailLengthMax && local.length <= emailLocalLengthMax
  const dotsInPlace = !/^\.|\.\.|\.$/.test(local)
  if (/(?![a-z])\p{L}/iu.test(local)) return { rule: 'emailLetters' }
  return isShort && dotsInPlace && emailPattern.test(value) ? undefined : { rule: 'email' }
}

function phoneFault(value: string): FieldFault | undefined {
  if (value.length > phoneLengthMax) return { rule: 'phone' }
  const dialed = withoutNotes(value)
  const [, number = ''] = phonePattern.exec(dialed) ?? []
  const digits = number.match(/\d/g)?.length ?? 0
  if (digits >= 7 && digits <= 15) return undefined
  const [character] = notInPhone.exec(dialed.replace(/ext(?:ension)?|x/giu, '')) ?? []
  return character === undefined ? { rule: 'phone' } : { rule: 'phoneCharacter', character }
}

function dateFault(value: string, { shop, earliest }: ValidationContext): FieldFault | undefined {
  if (!isCalendarDate(value)) return { rule: 'noDate' }
  if (value < earliest) return { rule: 'earliest', date: earliest }
  const latest = lastFrom(earliest, shop)
  if (latest !== null && value > latest) return { rule: 'latest', date: latest }
  return isClosedOn(value, shop) ? { rule: 'closed', date: value, shop } : undefined
}

/** While the day is closed or unknown, the time must only be within the week's hours. */
function timeFault(
  value: string,
  { shop, date, earliest, earliestTime = '' }: TimeContext,
): FieldFault | undefined {
  const all = [allStarts(shop.opening)]
  const isDay = isCalendarDate(date)
  const ofDay = isDay ? startsForDate(date, shop) : []
  const starts = ofDay.length > 0 ? ofDay : all
  if (isTime(value) && starts.some(([first, last]) => value >= first && value <= last)) {
    // Only dates far in the past, or in other zones, have a clock change during opening hours.
    if (isDay && !isShownOnce(date, value, shop.timeZone)) return { rule: 'clockChange' }
    return date === earliest && value < earliestTime ? { rule: 'tooSoon', time: earliestTime } : undefined
  }
  return { rule: String(starts) === String(all) ? 'time' : 'startsThatDay', starts }
}

function referralFault(value: string): FieldFault | undefined {
  return sourceIds.includes(value) ? undefined : { rule: 'source' }
}

const contactFaults = { full_name: nameFault, email: emailFault, phone: phoneFault }

export const findContactFault = (name: keyof typeof contactFaults, value: string) =>
  contactFaults[name](value)

const faultOf: Record<FieldName, (value: string, context: TimeContext) => FieldFault | undefined> = {
  ...contactFaults,
  appointment_date: dateFault,
  appointment_time: timeFault,
  referral_source: referralFault,
}

/** The rule that a filled-in field breaks (specification, point 5). Checks a time by the hours of `date`. */
export function findFieldFault(
  name: FieldName,
  value: string,
  context: ValidationContext,
  date = '',
): FieldFault | undefined {
  const onDate = { ...context, date: normalizeField('appointment_date', date) }
  return faultOf[name](normalizeField(name, value), onDate)
}

export function emptyFields(typed: TypedFields): FieldName[] {
  return requiredFields.filter((name) => normalizeField(name, typed[name] ?? '') === '')
}

const emptyFault = (name: FieldName): FieldFault | undefined =>
  requiredFields.includes(name) ? { rule: 'required' } : undefined

export function validate(typed: TypedFields, context: ValidationContext): Validation {
  const faults: FieldFaults = {}
  const values = fieldNames.map((name) => [name, normalizeField(name, typed[name] ?? '')] as const)
  const fields = Object.fromEntries(values) as AppointmentFields
  const { appointment_date: date, appointment_time: time } = fields
  for (const [name, value] of values) {
    const fault = value === '' ? emptyFault(name) : faultOf[name](value, { ...context, date })
    if (fault) faults[name] = fault
  }
  if (Object.keys(faults).length === 0) return { ok: true, fields }
  const { appointment_date: _, appointment_time: __, ...others } = faults
  const isOnlyTime = Object.keys(others).length === 0 && isShownOnce(date, time, context.shop.timeZone)
  return { ok: false, faults, fields: isOnlyTime ? fields : undefined }
}
