import { describe, expect, it } from 'vitest'
import { settingErrors } from '#copy/terminal.ts'
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
const everything: Record<string, string> = { ...caldav, ...google }

/** A user name and a password with every character that an address escapes. */
const escaped = 'smtps://you%40tailor.example:%23%2F%3F%40%3A%25@mail.example:465'

describe('settings', () => {
  it.each([
    [{ PUBLIC_URL: 'https://tailor.example/' }, { publicUrl: 'https://tailor.example' }],
    [{ PUBLIC_URL: 'http://Tailor.example:8080//' }, { publicUrl: 'http://tailor.example:8080' }],
    [caldav, { calendar: { kind: 'caldav' } }],
    [google, { calendar: { kind: 'google' } }],
    [{ SMTP_URL: 'smtp://mail.example' }, { smtpUrl: 'smtp://mail.example' }],
    [
      { SMTP_URL: escaped, MAIL_FROM: 'a@b.example' },
      { smtpUrl: escaped, mailFrom: 'a@b.example' },
    ],
    [{ DATABASE_URL: 'postgres://shop:50%25off@host.example/name' }, {}],
    [{ TRUST_PROXY: 'loopback, uniquelocal,203.0.113.7,10.0.0.0/8,fc00::/7' }, {}],
    // Mail servers read an encoded domain in another script.
    [{ BUSINESS_EMAIL: 'info@bücher.example' }, { deskEmails: ['info@xn--bcher-kva.example'] }],
  ])('are accepted: %j', (settings, config) => {
    expect(readConfig(settings)).toMatchObject(config)
  })

  const { origin, proxies, rawPercent, halfAccount, accountInAddress, misplacedAccount } = settingErrors
  const notSmtp = settingErrors.url('smtps://user:password@mail.example')

  it.each([
    // Every link starts with it.
    ['PUBLIC_URL', 'https://tailor.example/book', origin],
    ['PUBLIC_URL', 'https://tailor.example/?from=mail', origin],
    ['PUBLIC_URL', 'https://tailor.example/#book', origin],
    ['PUBLIC_URL', 'https://ann:secret@tailor.example', origin],
    ['PUBLIC_URL', 'ftp://tailor.example', origin],
    ['PUBLIC_URL', 'tailor.example', origin],
    ['DATABASE_URL', 'postgres://shop:50%off@host.example/name', rawPercent],
    ['SMTP_URL', 'smtps://shop:50%off@host.example/name', rawPercent],
    ['SMTP_URL', 'smtps://shop:%zz@host.example/name', rawPercent],
    ['SMTP_URL', 'smtps://shop@mail.example', halfAccount],
    ['SMTP_URL', 'smtps://:secret@mail.example', halfAccount],
    // No message quotes a password.
    ['SMTP_URL', 'shop:secret/@mail.example', notSmtp],
    ['SMTP_URL', '//shop:secret@mail.example', notSmtp],
    ['SMTP_URL', 'smtp://shop:secret@mail.example:x', notSmtp],
    // A # in .env cuts off the rest.
    ['SMTP_URL', 'smtps://you%40tailor.example', misplacedAccount],
    ['SMTP_URL', 'smtps://you%40tailor.example/se?cret@mail.example', misplacedAccount],
    ['SMTP_URL', 'smtps://you%40tailor.example:12#34@mail.example', misplacedAccount],
    ['SMTP_URL', 'smtps://token:12/34@mail.example', misplacedAccount],
    ['SMTP_URL', 'smtps://token:12?34@mail.example', misplacedAccount],
    ['TRUST_PROXY', 'true', proxies],
    ['TRUST_PROXY', 'localhost', proxies],
    ['TRUST_PROXY', '10.0.0.0/33', proxies],
    ['TRUST_PROXY', '10.0.0.0/8,', proxies],
    ['TRUST_PROXY', 'caddy:80', proxies],
  ])('are rejected: %s=%s', (name, value, message) => {
    expect(errorsOf({ [name]: value })).toEqual({ [name]: message })
  })

  it.each(Object.keys(everything))('of an account are rejected without %s', (missing) => {
    const names = Object.keys(missing in caldav ? caldav : google)
    const given = names.filter((name) => name !== missing)
    const settings = Object.fromEntries(given.map((name) => [name, everything[name] ?? '']))
    expect(errorsOf(settings)).toEqual({ [missing]: settingErrors.neededWith(given) })
  })

  it.each([
    [{ ...google, GOOGLE_CALENDAR_ID: 'primary' }, 'GOOGLE_CALENDAR_ID', settingErrors.primaryCalendar],
    [everything, 'GOOGLE_CALENDAR_ID', settingErrors.twoCalendars],
    // The desk and the log show it.
    [{ ...caldav, CALDAV_URL: 'https://shop:secret@calendar.example/' }, 'CALDAV_URL', accountInAddress],
    [{ ...caldav, CALDAV_URL: 'https://:secret@calendar.example/' }, 'CALDAV_URL', accountInAddress],
    [{ MAIL_FROM: 'shop@tailor.example' }, 'SMTP_URL', settingErrors.noMailServer],
  ])('are rejected in combination: %j', (settings, name, message) => {
    expect(errorsOf(settings)).toEqual({ [name]: message })
  })
})

describe('a value in .env that its # cuts off', () => {
  it.each([
    ['CALDAV_PASSWORD=ab#cd', ['CALDAV_PASSWORD']],
    ['CALDAV_PASSWORD=#cd', ['CALDAV_PASSWORD']],
    ['  export CALDAV_PASSWORD = a b#cd # of the app', ['CALDAV_PASSWORD']],
    ['PORT=3000\r\nSMTP_URL=smtps://you:ab#cd@mail.example\r\n', ['SMTP_URL']],
    ['CALDAV_PASSWORD=abcd # of the app#1', []],
    ['CALDAV_PASSWORD= # none', []],
    ['CALDAV_PASSWORD=\'ab#cd\'\nSMTP_URL="smtps://you:ab#cd@mail.example"# ours\nPORT=`3#`', []],
    ['# CALDAV_PASSWORD=ab#cd', []],
    ['CALDAV_PASSWORD="\nSMTP_URL=ab#cd\n"', []],
    ["CALDAV_PASSWORD=ab#cd\nCALDAV_PASSWORD='ab#cd'", []],
  ])('is detected: %j has %j', (text, names) => {
    expect(cutVariables(text)).toEqual(names)
  })
})
