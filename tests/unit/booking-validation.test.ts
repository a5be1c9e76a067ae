import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldErrors, fieldTitles } from '#copy/booking-form.ts'
import { type FieldName, fieldNames } from '../../booking/appointment.ts'
import { type Shop, shop } from '../../booking/opening-hours.ts'
import { fieldSentence, fieldSentences } from '../../booking/sentences.ts'
import {
  emptyFields,
  findFieldFault,
  normalizeField,
  type TypedFields,
  validate,
} from '../../booking/validation.ts'
import { sources } from '../../demo/sources.ts'
import { everyDay, shopWeek } from '../support/week.ts'

const earliest = '2026-12-02'
const context = { shop, earliest }

const good = {
  full_name: 'Daniel Reyes',
  email: 'daniel.reyes@example.com',
  phone: '(555) 018-2277',
  appointment_date: '2026-12-03',
  appointment_time: '10:30',
  referral_source: 'friend',
} satisfies TypedFields

/** The entries of a text with a list. */
const listed = (text: string) => text.trim().split(/\s*[\n|]\s*/)

/** The words that each field's errors contain. */
const namedBy = { ...fieldTitles, referral_source: 'how you heard about us' }

function error(name: FieldName, value: string, at = context, date?: string): string | undefined {
  const fault = findFieldFault(name, value, at, date)
  return fault && fieldSentence(name, fault)
}

/** Tests values that a field accepts, and others, whose error mentions the field. */
function allows(name: FieldName, accepted: readonly string[], rejected: readonly string[]): void {
  it.each(accepted)('accepts %j', (value) => expect(error(name, value)).toBeUndefined())
  it.each(rejected)('rejects %j', (value) => expect(error(name, value)).toContain(namedBy[name]))
}

const withOpening = (opening: Partial<Shop['opening']>) => ({
  shop: { ...shop, opening: { ...shop.opening, ...opening } },
  earliest,
})

describe('a whole form', () => {
  it('is accepted as typed, without surrounding whitespace', () => {
    expect(validate({ ...good, full_name: '  Daniel Reyes ' }, context)).toEqual({ ok: true, fields: good })
  })

  it.each(fieldNames)('needs %s, and the message includes the field', (name) => {
    for (const empty of ['', '   ', '\u200b', '\u2060\u00ad', ' \u202d\u202c\u00a0', '\u200d', '\ufe0f']) {
      const typed = { ...good, [name]: empty }
      expect(emptyFields(typed)).toEqual([name])
      const errors = { [name]: fieldErrors.required(fieldTitles[name]) }
      expect(errors[name]).toContain(namedBy[name])
      const validation = validate(typed, context)
      expect(validation.ok ? {} : fieldSentences(validation.faults)).toEqual(errors)
    }
    const { [name]: _, ...without } = good
    expect(validate(without, context)).toMatchObject({ ok: false, faults: { [name]: { rule: 'required' } } })
  })

  it('never throws, and each error includes its field', () => {
    const anything = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary', maxLength: 300 }))
    const forms = fc.record(Object.fromEntries(fieldNames.map((name) => [name, anything])))
    fc.assert(
      fc.property(forms, (typed) => {
        const validation = validate(typed, context)
        const errors = Object.entries(validation.ok ? {} : fieldSentences(validation.faults))
        for (const [name, sentence] of errors) expect(sentence).toContain(namedBy[name as FieldName])
      }),
    )
  })

  it('rejects a time that a clock change skips', () => {
    const night = withOpening({ week: everyDay(['00:00-23:00']) })
    const typed = { ...good, appointment_date: '2027-03-14', appointment_time: '02:30' }
    const faults = { appointment_time: { rule: 'clockChange' } }
    expect(validate(typed, night)).toMatchObject({ ok: false, faults })
  })
})

describe('an invisible character', () => {
  const stored = (name: FieldName, value: string) => {
    const validation = validate({ ...good, [name]: value }, context)
    return validation.ok ? validation.fields[name] : validation.faults
  }
  // The way contact lists, web pages, word processors, and tables wrap or interleave copied text.
  const copied = (text: string) => [
    `\u202d${text}\u202c`,
    `\u200e${text}`,
    `\u2068${text}\u2069`,
    `\ufeff${text}\u200b`,
    `\u00a0${text}\u2060`,
    [...text].join('\u200b'),
    `${text.slice(0, 4)}\u00ad${text.slice(4)}`,
    `\u200d${text.slice(0, 2)}\u200c${text.slice(2)}\u{e0020}\ufe0f`,
  ]

  it.each(fieldNames)('is removed from %s', (name) => {
    for (const value of copied(good[name])) {
      expect(stored(name, value)).toBe(good[name])
      expect(error(name, value)).toBeUndefined()
    }
  })

  it.each([
    ['a Persian name with its narrow break', 'علی\u200cرضا محمدی'],
    ['a Sinhala name with its joined letters', 'චන්ද්\u200dරිකා'],
    ['a Bengali name with a half letter', 'র\u200d্যাচেল'],
    ['a Malayalam name with a special letter', 'ന\u0d4d\u200dനായർ'],
    ['a family', 'Ann 👩‍👩‍👧‍👦'],
    ['a colored heart', 'Ann ❤️'],
    ['a Japanese name with a variant character', '渡邉\u{e0101}'],
  ])('stays where the script needs it: %s', (_, name) => {
    expect(stored('full_name', name)).toBe(name.normalize('NFC'))
  })
})

describe('the name', () => {
  /** How people in many places write their names, with the periods, dashes, and signs in them. */
  const names = `
    Łukasz Żółć | D'Arcy-O’Neil 3rd | Ana\u00a0María | J.R. Smith | J.R.R. Tolkien | Mary-Jane O'Neil-St. John
    Dr. A.B. Costa | Dr.Costa | St.John Rivers | Sammy Davis, Jr. | Robert Downey Jr./Sr. | A. & B. Jones | Ann/Bo Lee
    Wm. H. Taft IV, Ph.D. | M.D. Anderson | Martin Luther King Jr. | will.i.am | Nguyễn Thị Minh Khai
    María-José Carreño Quiñones | Þórður Jónsson | Ōe Kenzaburō | 毛泽东 | 山田 太郎 | 마이클 조던 | محمد علي
    Владимир Вл. Набоков | Αλέξανδρος Γ. Παπαδόπουλος | דוד בן-גוריון | नरेन्द्र मोदी | ณัฐวุฒิ ศรีสวัสดิ์
    Y.S.Kim | A.J.Kim | S.K.Li | K.C.Wang | B.J.Ford | Dr.A.Li | T.J.Moe | Mr.Smith/Mrs.Smith | Dr.Lee/A.Kim | Dr.Lee/Ann Lee
    Dorothy (Dot) Lee | Ann Tellman: Bride | Mr.&Mrs. Ng | George W. Bush | Jean-Luc d’Arc (née Comnet) | Björn "Netto" Info-Müller | Wwwan Comb | X Æ A-12 | Nomé. Comer`
  const rejected = [
    'a\r\nBcc: x@example.com',
    'a\u0000b',
    'a\ud800b',
    'a\ufffdb',
    'a\u2028b',
    'a'.repeat(201),
  ]
  allows('full_name', [...listed(names), 'a'.repeat(200)], rejected)

  const addresses = `
    https://evil.example/claim | HTTP://evil.example | www.evil.example | evil.com | Evil.Info! | evil.co.uk/prize
    bit.ly/3x4y | claim.rewards/now?x=1 | winner@evil.example | winner@evil | ｈｔｔｐｓ：／／evil.example | evil。com
    evil.com:8080 | tg://join | //evil.ru | =?utf-8?q?evil?= | evil[.]ru | evil(.)ru | evil [dot] ru | 203.0.113.9
    tel:+15551234567 | sms:5551234567 | ｔｅｌ：5551234567 | mailto:a | t.me/join`
  it.each(listed(addresses))('contains no address like %j, anywhere', (address) => {
    for (const typed of [address, `Claim at ${address}`, `${address} Ann Lee`, `(${address})`])
      expect(error('full_name', typed)).toBe(fieldErrors.nameAddress)
  })
})

describe('the email address', () => {
  const accepted = `
    a@b.co | o'neil+suits@mail.example.com | user@xn--bcher-kva.example | eleanor@invalid.example
    eleanor@example.invalidity | eleanor@bücher.example | eleanor@例え。テスト`
  const longest = [
    `${'a'.repeat(64)}@example.com`,
    `${'a'.repeat(64)}@${'b'.repeat(61)}.${'c'.repeat(61)}.${'d'.repeat(61)}.com`,
  ]
  // The addresses of anonymized clients end in "invalid", which has no mailbox.
  const rejected = `
    plain | @example.com | a@ | a b@example.com | a@-example.com | a@exa_mple.com | .a@example.com | a.@example.com
    a..b@example.com | a@b@example.com | eleanor@example | eleanor@localhost | eleanor@example.com. | eleanor@127.0.0.1
    eleanor@example.c | eleanor@example.-com | eleanor@forgotten.invalid | eleanor@mail.example.INVALID
    bücher@example.com | bücher@bücher.example | eleanor@bücher | eleanor@bücher.example/path
    eleanor@bücher..example | eleanor@１２７.0.0.1 | eleanor@\u0300bücher.example`
  const tooLong = [`${'a'.repeat(65)}@example.com`, `a@${'b.'.repeat(130)}com`, `a@${'ü'.repeat(60)}.example`]
  const injected = 'a@example.com\r\nBcc: b@example.com'
  allows('email', [...listed(accepted), ...longest], [...listed(rejected), ...tooLong, injected])

  it('is stored as mail servers write it, in any spelling of its domain', () => {
    for (const email of ['Eleanor@Bücher.Example', 'Eleanor@xn--bcher-kva.example'])
      expect(normalizeField('email', email)).toBe('Eleanor@xn--bcher-kva.example')
    expect(normalizeField('email', 'Eleanor@Example.com')).toBe('Eleanor@Example.com')
  })

  it('lists the characters that it can have', () =>
    expect(error('email', 'müller@example.com')).toContain('before the @'))
})

describe('the phone number', () => {
  const accepted = `
    (555) 123-4567 | 555.123.4567 | +1 555 123 4567 | +49 (0) 30 / 123456 | 5551234567 ext. 12 | 555-1234, ext 4
    +1 (555) 123-4567, ext. 4 | (555) 123-4567 extension: 12 | (555) 123-4567 x12 | 555 123 4567;12
    555-123-4567,,12 | 555–1234567 | 1234567 | 123456789012345`
  const rejected = `
    123456 | 1234567890123456 | call me | =cmd() | 555-1234567 or 555-7654321 | ------- | 123-456, ext 4
    555-1234, ext | 555-1234, ext 1234567`
  allows('phone', listed(accepted), [...listed(rejected), '555 123 4567\r\nx'])

  it('can come from any keyboard, link, or contact list, and is stored with plain digits', () => {
    for (const [typed, stored] of [
      ['５５５１２３４５６７', '5551234567'],
      ['（555）123-4567', '(555)123-4567'],
      ['٥٥٥١٢٣٤٥٦٧', '5551234567'],
      ['۵۵۵ ۱۲۳ ۴۵۶۷', '555 123 4567'],
      ['५५५-१२३-४५६७', '555-123-4567'],
      ['๕๕๕๑๒๓๔๕๖๗', '5551234567'],
      ['𝟻𝟻𝟻𝟷𝟸𝟹𝟺𝟻𝟼𝟽', '5551234567'],
      ['555−123−4567', '555-123-4567'],
      ['555·123·4567', '555.123.4567'],
      ['555・123・4567', '555.123.4567'],
      ['tel:+15551234567', '+15551234567'],
      ['tel:+1-555-123-4567;ext=12', '+1-555-123-4567;ext=12'],
      ['Cell: 555-123-4567', '555-123-4567'],
      ['Tel. 555 123 4567', '555 123 4567'],
      ['555-123-4567 (cell)', '555-123-4567 (cell)'],
      ['(Texas) 555-123-4567', '(Texas) 555-123-4567'],
      ['555-123-4567 (ext. 12)', '555-123-4567 (ext. 12)'],
    ] as const) {
      expect([typed, error('phone', typed)]).toEqual([typed, undefined])
      expect(normalizeField('phone', typed)).toBe(stored)
    }
  })

  it('is rejected with the character that it can’t have', () => {
    for (const [typed, character] of [
      ['555-1234567 or 555-7654321', 'o'],
      ['555_123_4567', '_'],
      ['555 123 4567 ☎️', '☎'],
      ['555*1234567', '*'],
      ['555-123-4567x12 call', 'c'],
    ] as const)
      expect(error('phone', typed)).toBe(fieldErrors.phoneCharacter(character))
    expect(error('phone', '123456')).toBe(fieldErrors.phone)
  })
})

describe('the date', () => {
  it('is at most a year ahead, or as far as the owner sets', () => {
    expect(error('appointment_date', '2027-12-01')).toBeUndefined()
    expect(error('appointment_date', '2027-12-02')).toBe(fieldErrors.latest('Wednesday, December 1, 2027'))
    expect(error('appointment_date', '2099-12-31', withOpening({ latestDaysAhead: null }))).toBeUndefined()
    const within90 = withOpening({ latestDaysAhead: 90 })
    expect(error('appointment_date', '2027-03-01', within90)).toBeUndefined()
    const sentence = fieldErrors.latest('Monday, March 1, 2027')
    expect(error('appointment_date', '2027-03-02', within90)).toBe(sentence)
  })

  it.each([
    [['sunday'], 'We’re open every day except Sunday.'],
    [['monday', 'sunday'], 'We’re open every day except Monday and Sunday.'],
    [['monday', 'wednesday', 'friday', 'sunday'], 'We’re open every Tuesday, Thursday, and Saturday.'],
    [['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'sunday'], 'We’re open every Saturday.'],
  ])('lists the open weekdays where %j are closed', (closedDays, said) => {
    const week = everyDay(['09:00-17:00'], Object.fromEntries(closedDays.map((name) => [name, []])))
    const closed = withOpening({ week, dates: { '2026-12-26': [] } })
    expect(error('appointment_date', '2026-12-06')).toBeUndefined()
    expect(error('appointment_date', '2026-12-06', closed)).toBe(`${fieldErrors.closed} ${said}`)
    expect(error('appointment_date', '2026-12-26', closed)).toBe(fieldErrors.closed)
    expect(error('appointment_date', '2026-12-05', closed)).toBeUndefined()
  })

  const rejected = ['2026-12-01', '2027-02-29', '02/29/2027', 'tomorrow', '2026-12-3']
  allows('appointment_date', ['2026-12-02', '12/3/2026', '12/03/2026'], rejected)

  it('is stored as YYYY-MM-DD', () => {
    for (const date of ['12/3/2026', '12/03/2026', ' 2026-12-03'])
      expect(normalizeField('appointment_date', date)).toBe('2026-12-03')
  })
})

describe('the time', () => {
  const rejected = ['08:59', '17:01', '9:00', '24:00', '10:60', '10:30:00', '10.30', '1030']
  allows('appointment_time', ['09:00', '09:07', '16:59', '17:00'], rejected)
})

describe('the time on a day with special hours', () => {
  const ofWeek = withOpening({ week: shopWeek })
  const on = (date: string, time: string) => error('appointment_time', time, ofWeek, date)

  it('can be within any of that day’s hours, in any date format', () => {
    for (const time of ['10:00', '14:00']) expect(on('12/5/2026', time)).toBeUndefined()
    const lunch = withOpening({ week: everyDay(['09:00-11:00', '13:00-17:00']) })
    const sentence =
      'That day, appointments start between 9:00 AM and 11:00 AM or between 1:00 PM and 5:00 PM.'
    expect(error('appointment_time', '12:00', lunch, '2026-12-05')?.replaceAll('\u00a0', ' ')).toMatch(
      new RegExp(`(${sentence}|^Preferred Time must be ${sentence.slice(sentence.indexOf('between'))})`),
    )
    expect(on('12/5/2026', '15:00')).toMatch(/^That day, appointments start between 10:00.AM and 2:00.PM\.$/)
  })

  it('must be within the week’s hours while the day is unknown or closed', () => {
    for (const date of ['', 'tomorrow', '2026-12-06']) {
      expect(on(date, '12:30')).toBeUndefined()
      expect(on(date, '17:01')).toBe(fieldErrors.time(fieldErrors.between('9:00\u00a0AM', '5:00\u00a0PM')))
    }
  })
})

describe('the referral source', () => {
  allows('referral_source', Object.keys(sources), ['Facebook', 'toString'])
})
