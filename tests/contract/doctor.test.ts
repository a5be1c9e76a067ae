import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dateWords, timeWords } from '../../booking/time.ts'
import { doctor as doctorCopy } from '../../copy/doctor.ts'
import { testMail } from '../../copy/emails.ts'
import { business } from '../../demo/business.ts'
import { claims, prices, slots } from '../../demo/claims.ts'
import { opening } from '../../demo/opening-hours.ts'
import { type Content, checkContent } from '../../server/cli/doctor/content.ts'
import { checkSettings } from '../../server/cli/doctor/machine.ts'
import { checkMailDomain } from '../../server/cli/doctor/services.ts'
import { readConfig } from '../../server/config.ts'
import { freePort } from '../support/free-port.ts'
import { everyDay } from '../support/week.ts'
import { openMailServer } from './support/mail-server.ts'
import { atTestNoon, runCommand } from './support/run-command.ts'
import { ann, openShop, temporaryFolder, until } from './support/shop-server.ts'

const doctor = (folder: string, env: Record<string, string> = {}, ...words: string[]) =>
  runCommand('doctor', words, { DATA_DIR: join(folder, 'data'), ...atTestNoon, ...env }, folder)

const published = { BUSINESS_EMAIL: 'owner@tailor.dallas', MAIL_FROM: 'hello@tailor.dallas' }

describe('npm run doctor', () => {
  it('finds that no booking can get lost, and what is to be done before the page is published', async () => {
    const { code, output } = await doctor(temporaryFolder())
    expect(output).toContain(doctorCopy.noneLost)
    expect(code).toBe(0)
    for (const words of [
      doctorCopy.database.fine,
      doctorCopy.database.whole,
      doctorCopy.calendar.fine,
      'mails are files in',
      '$795 and at $800',
      '3 testimonials are placeholders',
      'The page claims: 500+ satisfied clients, 4.9/5 average rating, 2012,',
      'are invented',
      'Dallas time',
    ]) {
      expect(output).toContain(words)
    }
    expect(output).not.toContain('FAIL')
  })

  it('leaves nothing of its test in the calendar', async () => {
    const shop = await openShop()
    await doctor(shop.folder)
    expect(await shop.feed()).not.toContain('BEGIN:VEVENT')
  })

  it('finds who stands at another time than was agreed, since the zone has other rules', async () => {
    const shop = await openShop()
    await shop.book(ann)
    const before = await doctor(shop.folder)
    shop.file().exec(
      `update appointments set
        start_ms = start_ms + 3600000, end_ms = end_ms + 3600000, occupied_until_ms = occupied_until_ms + 3600000`,
    )
    const { code, output } = await doctor(shop.folder)
    expect([before.code, code]).toEqual([0, 1])
    expect(output).toContain(
      `FAIL  Ann Lee was booked for ${dateWords(ann.appointment_date)} at ${timeWords(ann.appointment_time)},`,
    )
  })

  it('logs in at the mail server, and sends a mail only when it is asked to', async () => {
    const port = await freePort()
    const received = await openMailServer(port)
    const env = { ...published, SMTP_URL: `smtp://127.0.0.1:${port}` }
    const folder = temporaryFolder()
    expect(await doctor(folder, env)).toMatchObject({ code: 0 })
    expect(received).toHaveLength(0)
    expect((await doctor(folder, env, '--send')).output).toContain('Sent a test email')
    expect(received.map(({ subject }) => subject)).toEqual([testMail.subject])
  })

  it('fails when mails or calendar entries cannot be delivered, and says what to do', async () => {
    const smtp = await doctor(temporaryFolder(), {
      ...published,
      SMTP_URL: `smtp://user:hidden-word@127.0.0.1:${await freePort()}`,
    })
    expect(smtp.code).toBe(1)
    expect(smtp.output).toContain('FAIL  Email isn’t going out (ECONNREFUSED)')
    expect(smtp.output).toContain('docs/mail.md')
    expect(smtp.output).not.toContain('hidden-word')
    const caldav = await doctor(temporaryFolder(), {
      CALDAV_URL: `http://127.0.0.1:${await freePort()}/business/`,
      CALDAV_USERNAME: 'tailor',
      CALDAV_PASSWORD: 'hidden-word',
    })
    expect(caldav.code).toBe(1)
    expect(caldav.output).toContain('FAIL  The calendar didn’t work')
    expect(caldav.output).not.toContain('hidden-word')
  })

  it('names what the server cannot start with where it belongs, and looks at everything else', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'data'))
    const keyFile = join(folder, 'google-key.json')
    writeFileSync(join(folder, 'data/mail'), 'not a folder')
    const { code, output } = await doctor(folder, {
      GOOGLE_CALENDAR_ID: 'shop@group.calendar.google.com',
      GOOGLE_APPLICATION_CREDENTIALS: keyFile,
    })
    expect(code).toBe(1)
    const under = Object.fromEntries(
      output.split('\n\n').map((part) => [part.slice(0, part.indexOf('\n')), part]),
    )
    expect(under.Database).toContain(doctorCopy.database.fine)
    expect(under.Database).not.toContain('FAIL')
    expect(under.Calendar).toContain(`FAIL  GOOGLE_APPLICATION_CREDENTIALS: ${keyFile} can’t be read`)
    expect(under.Mail).toContain(
      `FAIL  ${join(folder, 'data/mail')} can’t be the folder for emails (EEXIST).`,
    )
    expect(under[doctorCopy.headings.owed]).toContain('OK')
  })

  it('fails when the database cannot be opened, and when it is damaged', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'data'))
    writeFileSync(join(folder, 'data/appointments.sqlite'), 'not a database, by a long way'.repeat(100))
    const { code, output } = await doctor(folder)
    expect(code).toBe(1)
    expect(output).toContain('FAIL')
  })

  it('says in words why the database takes no write, and blames nothing else for it', async () => {
    const shop = await openShop()
    const env = { DATA_DIR: join(shop.folder, 'data') }
    // None of its files may grow any further; that is where a disk ends for it.
    const limited = ['sh', '-c', 'ulimit -f 1; exec "$@"', 'sh']
    const { code, output } = await runCommand('doctor', [], env, shop.folder, limited)
    expect(code).toBe(1)
    expect(output.match(/FAIL .*/g)).toEqual([
      expect.stringMatching(
        /^FAIL {2}The database (is full|can’t be read or written)\. Bookings can’t be taken\.$/,
      ),
    ])
  })

  it('fails when something keeps failing or nobody does what is owed', async () => {
    const shop = await openShop()
    await shop.book(ann)
    await until(async () => (await shop.mails('client-invitation')).length === 1)
    await shop.close()
    const database = shop.file()
    database
      .prepare(
        "update jobs set status = 'pending', outcome = null, reference = null, finished_at_ms = null, due_at_ms = 0 where kind = 'client-invitation'",
      )
      .run()
    const overdue = await doctor(shop.folder)
    expect(overdue).toMatchObject({ code: 1, output: expect.stringContaining('is overdue') })
    database.prepare("update jobs set attempts = 9 where kind = 'client-invitation'").run()
    const stuck = await doctor(shop.folder)
    expect(stuck).toMatchObject({ code: 1, output: expect.stringContaining('keeps failing') })
  })

  it('says when others can read what clients have told', async () => {
    const folder = temporaryFolder()
    await doctor(folder)
    chmodSync(join(folder, 'data'), 0o755)
    expect((await doctor(folder)).output).toContain('Other accounts on this machine can read DATA_DIR.')
  })

  it('fails for settings under which nobody hears of a booking', async () => {
    const port = await freePort()
    await openMailServer(port)
    const { code, output } = await doctor(temporaryFolder(), { SMTP_URL: `smtp://127.0.0.1:${port}` })
    expect(code).toBe(1)
    expect(output).toContain('an example address')
  })
})

describe('what doctor reads in the settings', () => {
  const publicUrl = { PUBLIC_URL: 'https://tailor.dallas', ANON_KEY: 'our-own-key' }
  const account = { CALDAV_USERNAME: 'tailor', CALDAV_PASSWORD: 'app-password' }
  const words = (env: Record<string, string>) =>
    checkSettings(readConfig(env))
      .map(({ what }) => what)
      .join('\n')

  it('is quiet about what fits together', () => {
    for (const env of [
      {},
      { ...publicUrl, TRUST_PROXY: 'loopback', ...account, CALDAV_URL: 'https://cloud.example/shop/' },
      { ...account, CALDAV_URL: 'http://127.0.0.1:5232/shop/' },
    ]) {
      expect(words(env)).toBe(doctorCopy.settings.fine)
    }
  })

  it.each([
    [publicUrl, /^All visitors look like one/],
    [
      { PUBLIC_URL: 'http://tailor.dallas', ANON_KEY: 'our-own-key' },
      /^Clients reach the page without encryption/,
    ],
    [{ ...account, CALDAV_URL: 'http://cloud.example/shop/' }, /^The calendar password/],
  ])('names what does not: %j', (env, what) => {
    expect(words(env)).toMatch(what)
  })
})

describe('what doctor reads in demo/', () => {
  const good: Content = {
    business: {
      ...business,
      email: 'hello@tailor.dallas',
      phone: { dial: '+12145557000' },
      address: { street: '1412 Main Street' },
      website: { url: 'https://tailor.dallas/' },
      social: [],
    },
    claims,
    prices: { fromInHero: '$795', fromInQuestions: '$795' },
    slots,
    testimonials: [{ name: 'A real client' }],
    opening,
    socialProof: { mode: 'live' },
  }
  const words = (content: Content) =>
    checkContent(content)
      .map(({ level, what }) => `${level} ${what}`)
      .join('\n')

  it('is quiet about what is in order', () => {
    for (const word of ['example', 'start at', 'testimonial', 'invented', 'lost']) {
      expect(words(good)).not.toContain(word)
    }
  })

  it('finds each contradiction and each example by itself', () => {
    expect(words({ ...good, prices })).toContain('$795 and at $800')
    expect(words({ ...good, socialProof: { mode: 'simulated' } })).toContain('are invented')
    expect(words({ ...good, testimonials: [{ name: 'Luis Herrera' }] })).toContain('1 testimonial is a')
    // Written like this, any time up to midnight could be booked.
    expect(words({ ...good, opening: { ...opening, week: everyDay(['9:00-5:00']) } })).toMatch(
      /failure With these opening hours, .* must list the hours of all seven days/,
    )
    expect(words({ ...good, business: { ...good.business, phone: { dial: '+12145550142' } } })).toContain(
      '+12145550142',
    )
  })
})

describe('the records of the sender’s domain', () => {
  const config = readConfig({ SMTP_URL: 'smtp://127.0.0.1', ...published })
  const answering = (records: Record<string, string>, code = 'ENOTFOUND') => ({
    async resolveTxt(name: string) {
      const text = records[name]
      if (text === undefined) throw Object.assign(new Error(name), { code })
      return [[text]]
    },
  })
  const levels = async (records: Record<string, string>, code?: string) =>
    (await checkMailDomain(config, answering(records, code))).map(({ level, what }) => `${level} ${what}`)

  it('are fine when they are there', async () => {
    const found = await levels({
      'tailor.dallas': 'v=spf1 include:_spf.example.com ~all',
      '_dmarc.tailor.dallas': 'v=DMARC1; p=quarantine',
      'google._domainkey.tailor.dallas': 'v=DKIM1; p=abc',
    })
    expect(found.every((line) => line.startsWith('fine'))).toBe(true)
  })

  it('are named when they are missing', async () => {
    expect((await levels({})).filter((line) => line.includes('no record'))).toHaveLength(2)
  })

  it('are not judged when no name server answers', async () => {
    const found = await levels({}, 'ETIMEOUT')
    expect(found.every((line) => line.includes('no DNS server answered'))).toBe(true)
  })
})
