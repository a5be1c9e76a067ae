import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dateWords, timeWords } from '../../booking/time.ts'
import { doctor as doctorCopy } from '../../copy/doctor.ts'
import { testMail } from '../../copy/emails.ts'
import { business } from '../../demo/business.ts'
import { claims, offer, prices, slots } from '../../demo/claims.ts'
import { opening } from '../../demo/opening-hours.ts'
import { type Content, checkContent } from '../../server/cli/doctor/content.ts'
import { checkSettings } from '../../server/cli/doctor/machine.ts'
import { checkMailDomain } from '../../server/cli/doctor/services.ts'
import { readConfig } from '../../server/config.ts'
import { freePort } from '../support/free-port.ts'
import { everyDay } from '../support/week.ts'
import { listenForMail } from './support/listen-for-mail.ts'
import { openMailServer } from './support/mail-server.ts'
import { atTestNoon, runCommand } from './support/run-command.ts'
import { ann, openShop, temporaryFolder, until } from './support/shop-server.ts'

const doctor = (folder: string, env: Record<string, string> = {}, ...words: string[]) =>
  runCommand('doctor', words, { DATA_DIR: join(folder, 'data'), ...atTestNoon, ...env }, folder)

const published = { BUSINESS_EMAIL: 'owner@tailor.dallas', MAIL_FROM: 'hello@tailor.dallas' }

describe('npm run doctor', () => {
  it('finds that no booking can get lost, and what to do before the page is published', async () => {
    const { code, output } = await doctor(temporaryFolder())
    expect(output).toContain(doctorCopy.noneLost)
    expect(code).toBe(0)
    for (const words of [
      doctorCopy.database.fine,
      doctorCopy.database.whole,
      doctorCopy.calendar.fine,
      'emails are files in',
      '$795 and at $800',
      '3 testimonials are placeholders',
      `The page claims: 500+ satisfied clients, 4.9/5 average rating, in business since 2012, a suit in 3-4 weeks,`,
      doctorCopy.content.free(offer.headline).what,
      doctorCopy.content.savings(offer.savings, prices.fromInHero).what,
      doctorCopy.content.rating(claims.rating).what,
      doctorCopy.content.returns(claims.returns).what,
      business.phone.display,
      'are invented',
      'Dallas time',
    ]) {
      expect(output).toContain(words)
    }
    expect(output).not.toContain('FAIL')
  })

  it('removes its test event from the calendar', async () => {
    const shop = await openShop()
    await doctor(shop.folder)
    expect(await shop.feed()).not.toContain('BEGIN:VEVENT')
  })

  it('names an appointment whose time shifted with the zone’s rules', async () => {
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

  it('goes as far as the recipient, and sends an email only when asked to', async () => {
    const port = await freePort()
    const received = await openMailServer(port)
    const env = { ...published, SMTP_URL: `smtp://127.0.0.1:${port}` }
    const folder = temporaryFolder()
    const checked = await doctor(folder, env)
    expect(checked).toMatchObject({ code: 0 })
    expect(checked.output).toContain(doctorCopy.mail.fine(env.SMTP_URL, published.BUSINESS_EMAIL))
    expect(received).toHaveLength(0)
    const sent = doctorCopy.mail.sent(published.BUSINESS_EMAIL).what
    expect((await doctor(folder, env, '--send')).output).toContain(sent)
    expect(received.map(({ subject }) => subject)).toEqual([testMail.subject])
  })

  it.each([
    ['550 relay not permitted', 'sign-in'],
    ['530 5.7.0 Authentication required', 'sign-in'],
    ['553 5.7.1 <hello@tailor.dallas>: Sender address rejected: not owned by user ann', 'sender'],
    ['550 5.1.1 No such\u001b[31m user here', 'recipient'],
  ] as const)('fails where the mail server says %j, about the %s', async (answer, about) => {
    const SMTP_URL = await listenForMail({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })),
    })
    const { code, output } = await doctor(temporaryFolder(), { ...published, SMTP_URL })
    const { MAIL_FROM, BUSINESS_EMAIL } = published
    const shown = answer.replace('\u001b', ' ')
    const { what, todo } = doctorCopy.mail.rejected[about](shown, MAIL_FROM, BUSINESS_EMAIL)
    expect(output).toContain(`FAIL  ${what}\n        ${todo}`)
    expect(code).toBe(1)
  })

  it('only warns where the mail server asks to try again later', async () => {
    const SMTP_URL = await listenForMail({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('4.2.0 Greylisted'), { responseCode: 450 })),
    })
    const { code, output } = await doctor(temporaryFolder(), { ...published, SMTP_URL })
    expect(output).toContain(`WARN  ${doctorCopy.mail.later('450 4.2.0 Greylisted').what}`)
    expect(code).toBe(0)
  })

  it('signs in as SMTP_URL says, and fails where the mail server rejects that', async () => {
    const users: unknown[] = []
    const address = await listenForMail({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        users.push(username)
        if (password === 'p@ss') done(null, { user: username })
        else done(new Error('no'))
      },
    })
    const as = (password: string) => ({
      ...published,
      SMTP_URL: address.replace('//', `//ann%40tailor.dallas:${password}@`),
    })
    expect(await doctor(temporaryFolder(), as('p%40ss'))).toMatchObject({ code: 0 })
    expect(users).toEqual(['ann@tailor.dallas'])
    const { code, output } = await doctor(temporaryFolder(), as('hidden-word'))
    expect(output).toContain(`FAIL  ${doctorCopy.mail.noSignIn('EAUTH 535').what}`)
    expect(output).not.toContain('hidden-word')
    expect(code).toBe(1)
  })

  it('fails when emails or calendar entries can’t be delivered, and says what to do', async () => {
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

  it('reports what keeps the server from starting under its heading, and checks the rest', async () => {
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
    expect(under[doctorCopy.headings.mail]).toContain(
      `FAIL  ${join(folder, 'data/mail')} can’t be the folder for emails (EEXIST).`,
    )
    expect(under[doctorCopy.headings.owed]).toContain('OK')
  })

  it('fails when the database is damaged', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'data'))
    writeFileSync(join(folder, 'data/appointments.sqlite'), 'not a database, by a long way'.repeat(100))
    const { code, output } = await doctor(folder)
    expect(code).toBe(1)
    expect(output).toContain('FAIL')
  })

  it('says why the database accepts no write, and blames nothing else', async () => {
    const shop = await openShop()
    const env = { DATA_DIR: join(shop.folder, 'data') }
    // Its files can’t grow, as on a full disk.
    const limited = ['sh', '-c', 'ulimit -f 1; exec "$@"', 'sh']
    const { code, output } = await runCommand('doctor', [], env, shop.folder, limited)
    expect(code).toBe(1)
    expect(output.match(/FAIL .*/g)).toEqual([
      expect.stringMatching(
        /^FAIL {2}The database (is full|can’t be read or written)\. Bookings can’t be taken\.$/,
      ),
    ])
  })

  it('fails when jobs are overdue or keep failing', async () => {
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

  it('warns when other accounts can read clients’ data', async () => {
    const folder = temporaryFolder()
    await doctor(folder)
    chmodSync(join(folder, 'data'), 0o755)
    expect((await doctor(folder)).output).toContain('Other accounts on this machine can read DATA_DIR.')
  })

  it('fails for settings that leave the owner without notifications', async () => {
    const port = await freePort()
    await openMailServer(port)
    const { code, output } = await doctor(temporaryFolder(), { SMTP_URL: `smtp://127.0.0.1:${port}` })
    expect(code).toBe(1)
    expect(output).toContain('an example address')
  })
})

describe('the doctor’s check of the settings', () => {
  const publicUrl = { PUBLIC_URL: 'https://tailor.dallas', ANON_KEY: 'our-own-key' }
  const account = { CALDAV_USERNAME: 'tailor', CALDAV_PASSWORD: 'app-password' }
  const words = (env: Record<string, string>) =>
    checkSettings(readConfig(env))
      .map(({ what }) => what)
      .join('\n')

  it('accepts settings that fit together', () => {
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
  ])('names settings that don’t: %j', (env, what) => {
    expect(words(env)).toMatch(what)
  })
})

describe('the doctor’s check of demo/', () => {
  const good: Content = {
    business: {
      ...business,
      email: 'hello@tailor.dallas',
      phone: { dial: '+12145557000', display: '(214) 555-7000' },
      address: { street: '1412 Main Street' },
      website: { url: 'https://tailor.dallas/' },
      social: [],
    },
    claims: { ...claims, ratingLabel: 'average rating on Google' },
    prices: { fromInHero: '$795', fromInQuestions: '$795' },
    offer: { headline: 'A tie with every suit.', savings: '$40-$60' },
    slots,
    testimonials: [{ name: 'A real client' }],
    opening,
    socialProof: { mode: 'live' },
  }
  const words = (content: Content) =>
    checkContent(content)
      .map(({ level, what }) => `${level} ${what}`)
      .join('\n')

  it('says nothing about facts that are in order', () => {
    for (const word of ['example', 'start at', 'testimonial', 'invented', 'lost', 'offers', 'source']) {
      expect(words(good)).not.toContain(word)
    }
  })

  it('finds each contradiction and each example on its own', () => {
    expect(words({ ...good, prices })).toContain('$795 and at $800')
    expect(words({ ...good, socialProof: { mode: 'simulated' } })).toContain('are invented')
    expect(words({ ...good, testimonials: [{ name: 'Luis Herrera' }] })).toContain('1 testimonial is a')
    // Compared as text, this would open every time up to midnight.
    expect(words({ ...good, opening: { ...opening, week: everyDay(['9:00-5:00']) } })).toMatch(
      /failure With these opening hours, .* must list the hours of all seven days/,
    )
    const phone = { dial: '+12145550142', display: '(214) 555-0142' }
    expect(words({ ...good, business: { ...good.business, phone } })).toContain(phone.display)
    const { free, savings, rating } = doctorCopy.content
    expect(words({ ...good, offer: { ...good.offer, headline: 'A free tie.' } })).toContain(
      free('A free tie.').what,
    )
    expect(words({ ...good, offer: { ...good.offer, savings: '$40-$1,200' } })).toContain(
      savings('$40-$1,200', '$795').what,
    )
    expect(words({ ...good, claims })).toContain(rating(claims.rating).what)
  })
})

describe('the doctor’s check of the sender’s domain', () => {
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

  it('accepts a domain with all records', async () => {
    const found = await levels({
      'tailor.dallas': 'v=spf1 include:_spf.example.com ~all',
      '_dmarc.tailor.dallas': 'v=DMARC1; p=quarantine',
      'google._domainkey.tailor.dallas': 'v=DKIM1; p=abc',
    })
    expect(found.every((line) => line.startsWith('fine'))).toBe(true)
  })

  it('names missing records', async () => {
    expect((await levels({})).filter((line) => line.includes('no record'))).toHaveLength(2)
  })

  it('judges nothing when no DNS server answers', async () => {
    const found = await levels({}, 'ETIMEOUT')
    expect(found.every((line) => line.includes('no DNS server answered'))).toBe(true)
  })
})
