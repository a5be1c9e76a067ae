import { describe, expect, it } from 'vitest'
import { settingErrors } from '../../copy/terminal.ts'
import { cutVariables, readConfig } from '../../server/config.ts'

/** Returns the error of each variable of these settings. */
function errorsOf(settings: Record<string, string>): Record<string, string> {
  try {
    readConfig(settings)
    return {}
  } catch (error) {
    const [, ...lines] = String((error as Error).message).split('\n')
    return Object.fromEntries(lines.map((line) => line.trim().split(/: (.*)/)))
  }
}

const caldav = { CALDAV_URL: 'https://calendar.example/shop/', CALDAV_USERNAME: 'shop', CALDAV_PASSWORD: 'x' }
const google = { GOOGLE_CALENDAR_ID: 'shop@example', GOOGLE_APPLICATION_CREDENTIALS: 'key.json' }

describe('PUBLIC_URL', () => {
  it.each([
    ['https://tailor.example', 'https://tailor.example'],
    ['https://tailor.example/', 'https://tailor.example'],
    ['http://Tailor.example:8080//', 'http://tailor.example:8080'],
  ])('%s means %s', (PUBLIC_URL, origin) => {
    expect(readConfig({ PUBLIC_URL }).publicUrl).toBe(origin)
  })

  it.each([
    'https://tailor.example/book',
    'https://tailor.example/?from=mail',
    'https://tailor.example?',
    'https://tailor.example/#book',
    'https://tailor.example#',
    'https://ann:secret@tailor.example',
    'https://ann@tailor.example',
    'ftp://tailor.example',
    'tailor.example',
  ])('%s is rejected, because every link starts with it', (PUBLIC_URL) => {
    expect(errorsOf({ PUBLIC_URL })).toEqual({ PUBLIC_URL: settingErrors.origin })
  })
})

describe('an address with an account', () => {
  it.each(['SMTP_URL', 'DATABASE_URL'])('names a raw %% in %s', (name) => {
    const from = name === 'SMTP_URL' ? 'smtps' : 'postgres'
    for (const password of ['50%off', '100%', '%zz'])
      expect(errorsOf({ [name]: `${from}://shop:${password}@host.example/name` })).toEqual({
        [name]: settingErrors.rawPercent,
      })
    expect(errorsOf({ [name]: `${from}://shop:50%25off@host.example/name` })).toEqual({})
  })
})

describe('settings that belong together', () => {
  it('are accepted together', () => {
    expect(readConfig(caldav).calendar.kind).toBe('caldav')
    expect(readConfig(google).calendar.kind).toBe('google')
    const mail = { SMTP_URL: 'smtps://shop:x@mail.example', MAIL_FROM: 'a@b.example' }
    expect(readConfig(mail).mailFrom).toBe('a@b.example')
    expect(readConfig({ SMTP_URL: 'smtp://mail.example' }).smtpUrl).toBe('smtp://mail.example')
  })

  const all: Record<string, string> = { ...caldav, ...google }
  it.each([
    ['CALDAV_URL', ['CALDAV_USERNAME', 'CALDAV_PASSWORD']],
    ['CALDAV_USERNAME', ['CALDAV_URL', 'CALDAV_PASSWORD']],
    ['CALDAV_PASSWORD', ['CALDAV_URL', 'CALDAV_USERNAME']],
    ['GOOGLE_CALENDAR_ID', ['GOOGLE_APPLICATION_CREDENTIALS']],
    ['GOOGLE_APPLICATION_CREDENTIALS', ['GOOGLE_CALENDAR_ID']],
  ])('are rejected without %s', (missing, given) => {
    const settings = Object.fromEntries(given.map((name) => [name, all[name] ?? '']))
    expect(errorsOf(settings)).toEqual({ [missing]: `is required with ${given.join(' and ')}` })
  })

  const { primaryCalendar, twoCalendars, accountInAddress, halfAccount, noMailServer } = settingErrors
  it.each([
    [{ ...google, GOOGLE_CALENDAR_ID: 'primary' }, 'GOOGLE_CALENDAR_ID', primaryCalendar],
    [all, 'GOOGLE_CALENDAR_ID', twoCalendars],
    // The desk and the log show it.
    [{ ...caldav, CALDAV_URL: 'https://shop:secret@calendar.example/' }, 'CALDAV_URL', accountInAddress],
    [{ ...caldav, CALDAV_URL: 'https://:secret@calendar.example/' }, 'CALDAV_URL', accountInAddress],
    [{ SMTP_URL: 'smtps://shop@mail.example' }, 'SMTP_URL', halfAccount],
    [{ SMTP_URL: 'smtps://:secret@mail.example' }, 'SMTP_URL', halfAccount],
    [{ MAIL_FROM: 'shop@tailor.example' }, 'SMTP_URL', noMailServer],
  ])('are rejected: %j', (settings, name, message) => {
    expect(errorsOf(settings)).toEqual({ [name]: message })
  })

  it.each(['shop:secret/@mail.example', '//shop:secret@mail.example', 'smtp://shop:secret@mail.example:x'])(
    'reject %s without quoting its password',
    (SMTP_URL) => {
      const message = 'must be an address like smtps://user:password@mail.example'
      expect(errorsOf({ SMTP_URL })).toEqual({ SMTP_URL: message })
    },
  )

  it.each([
    ['smtps://you%40tailor.example', 'what a # in the file .env has cut off'],
    ['smtps://you%40tailor.example/se?cret@mail.example', 'a / in place of the : before the password'],
    ['smtps://you%40tailor.example:12#34@mail.example', 'a # in the password'],
    ['smtps://token:12/34@mail.example', 'a / in the password'],
    ['smtps://token:12?34@mail.example', 'a ? in the password'],
  ])('reject %s, which has %s', (SMTP_URL) => {
    const { SMTP_URL: fault, ...others } = errorsOf({ SMTP_URL })
    expect(fault).toContain('has part of the user name or password where the host should be')
    expect(others).toEqual({})
  })

  it('accept any escaped user name and password', () => {
    const SMTP_URL = 'smtps://you%40tailor.example:%23%2F%3F%40%3A%25@mail.example:465'
    expect(readConfig({ SMTP_URL }).smtpUrl).toBe(SMTP_URL)
  })
})

describe('a value in .env that its # cuts off', () => {
  it.each([
    ['CALDAV_PASSWORD=ab#cd', 'CALDAV_PASSWORD'],
    ['CALDAV_PASSWORD=#cd', 'CALDAV_PASSWORD'],
    ['  export CALDAV_PASSWORD = a b#cd # of the app', 'CALDAV_PASSWORD'],
    ['PORT=3000\r\nSMTP_URL=smtps://you:ab#cd@mail.example\r\n', 'SMTP_URL'],
  ])('is found: %j', (text, name) => {
    expect(cutVariables(text)).toEqual([name])
  })

  it.each([
    'CALDAV_PASSWORD=abcd # of the app#1',
    'CALDAV_PASSWORD= # none',
    'CALDAV_PASSWORD=\'ab#cd\'\nSMTP_URL="smtps://you:ab#cd@mail.example"# ours\nPORT=`3#`',
    '# CALDAV_PASSWORD=ab#cd',
    'CALDAV_PASSWORD="\nSMTP_URL=ab#cd\n"',
    "CALDAV_PASSWORD=ab#cd\nCALDAV_PASSWORD='ab#cd'",
  ])('isn’t found in %j', (text) => {
    expect(cutVariables(text)).toEqual([])
  })
})

it('the owner’s address accepts a domain in another script and encodes it for mail servers', () => {
  const { businessEmail, deskEmails } = readConfig({ BUSINESS_EMAIL: 'info@bücher.example' })
  expect(businessEmail).toBe('info@xn--bcher-kva.example')
  expect(deskEmails).toEqual([businessEmail])
})
