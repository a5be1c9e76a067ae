import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { desk } from '#copy/desk.ts'
import { doctor as copy } from '#copy/doctor.ts'
import { testMail } from '#copy/emails.ts'
import { settingErrors } from '#copy/terminal.ts'
import { shop } from '../../booking/opening-hours.ts'
import { formatDate, formatTime } from '../../booking/time.ts'
import { business } from '../../demo/business.ts'
import { offer, slots } from '../../demo/claims.ts'
import { sections } from '../../demo/landing-page.ts'
import { opening } from '../../demo/opening-hours.ts'
import { type Content, checkContent } from '../../server/cli/doctor/content.ts'
import { checkProgram, checkSettings, type Finding, isReadableFor } from '../../server/cli/doctor/machine.ts'
import { checkMail, checkMailDomain } from '../../server/cli/doctor/services.ts'
import { readConfig } from '../../server/config.ts'
import { createSmtpMailer } from '../../server/mail/smtp.ts'
import { getFreePort } from '../support/free-port.ts'
import { everyDay } from '../support/week.ts'
import { judgeRecipients, listenForMail, openMailServer } from './support/mail-server.ts'
import { runCommand, testClockEnv } from './support/run-command.ts'
import { ann, createTemporaryFolder, openShop, testNoon, waitFor } from './support/shop-server.ts'

const doctor = (folder: string, env: Record<string, string> = {}, ...words: string[]) =>
  runCommand('doctor', words, { DATA_DIR: join(folder, 'data'), ...testClockEnv, ...env }, folder)

const published = { BUSINESS_EMAIL: 'owner@tailor.dallas', MAIL_FROM: 'hello@tailor.dallas' }

describe('npm run doctor', () => {
  it('confirms that no booking can get lost, and lists what to do before publishing', async () => {
    const folder = createTemporaryFolder()
    const { code, output } = await doctor(folder)
    expect(output).toContain(copy.noneLost)
    expect(code).toBe(0)
    const words = copy.content
    for (const found of [
      copy.database.fine,
      copy.database.whole,
      copy.calendar.fine,
      copy.mail.noServer(join(folder, 'data/mail')).what,
      words.prices('$795', '$800').what,
      words.testimonials(3).what,
      '500+ satisfied clients, 4.9/5 average rating, in business since 2012, a suit in 3-4 weeks,',
      words.free(offer.headline).what,
      words.savings(offer.savings, '$795').what,
      words.rating('4.9/5').what,
      words.returns('30-day return').what,
      words.phone(business.phone.display),
      words.socialProof.what,
      'Dallas time',
    ])
      expect(output).toContain(found)
    expect(output).not.toContain('FAIL')
    const readable = copy.disk.open(join(folder, 'data')).what
    expect(output).not.toContain(readable)
    chmodSync(join(folder, 'data'), 0o755)
    expect((await doctor(folder)).output).toContain(readable)
  })

  it('detects that the server mistakes a proxy for all visitors', async () => {
    const shop = await openShop({ env: { TRUST_PROXY: 'loopback' } })
    const publicly = { PUBLIC_URL: 'https://tailor.dallas', TRUST_PROXY: 'loopback' }
    const found = async () => {
      const { output } = await doctor(shop.folder, publicly)
      const { noNetworks, oneNetwork } = copy.settings
      return { none: output.includes(noNetworks(3).what), one: output.includes(oneNetwork(3).what) }
    }
    const times = ['10:00', '11:30', '14:00']
    for (const appointment_time of times.slice(1)) await shop.send({ ...ann, appointment_time })
    expect(await found()).toEqual({ none: false, one: false })
    await shop.send({ ...ann, appointment_time: times[0] })
    expect(await found()).toEqual({ none: true, one: false })
    const { run } = await shop.database()
    await run(`update appointments set booked_from = 'a'`)
    expect(await found()).toEqual({ none: false, one: true })
    await run(`update appointments set booked_from = 'b' where appointment_time = '10:00'`)
    expect(await found()).toEqual({ none: false, one: false })
  })

  it('lists, as root, what a service’s user can’t read', async () => {
    const folder = createTemporaryFolder()
    const file = join(folder, 'shop.ts')
    writeFileSync(file, '')
    const readable = (path: string, mode: number, gid = 0) => {
      chmodSync(path, mode)
      const { uid } = statSync(path)
      return isReadableFor({ uid: uid + 1, gid }, statSync(path))
    }
    expect(readable(file, 0o644)).toBe(true)
    expect(readable(file, 0o600)).toBe(false)
    expect(readable(file, 0o640, statSync(file).gid)).toBe(true)
    expect(readable(folder, 0o700)).toBe(false)
    expect(readable(folder, 0o755)).toBe(true)
    if (process.getuid?.() !== 0) return
    const config = readConfig({ DATA_DIR: folder })
    // A server of root's own.
    expect(checkProgram(config)).toEqual([])
    chownSync(folder, 10_001, 10_001)
    const todo = expect.stringContaining('chmod a+rX')
    const open = { level: 'fine', what: copy.program.open }
    const isOpen = spawnSync(process.execPath, ['--version'], { uid: 10_001, gid: 10_001 }).status === 0
    expect(checkProgram(config)).toEqual(
      isOpen ? [open] : [expect.objectContaining({ level: 'failure', todo })],
    )
    if (!isOpen) return
    // A page that root built, readable only by root.
    const data = join(folder, 'data')
    const page = join(folder, 'index.html')
    mkdirSync(data, { mode: 0o700 })
    writeFileSync(page, '', { mode: 0o600 })
    chownSync(data, 10_001, 10_001)
    chmodSync(file, 0o644)
    const { code, output } = await doctor(folder, { SHOP_DIST: folder })
    expect(code).toBe(1)
    expect(output).toContain(copy.program.closed(page).what)
  })

  it('fails for a time that shifted with the zone’s rules and for late jobs, and leaves no test event', async () => {
    const shop = await openShop()
    await shop.postForm({ ...ann })
    await waitFor(async () => (await shop.mails()).length === 1)
    expect(await doctor(shop.folder)).toMatchObject({ code: 0 })
    expect(await shop.feed()).not.toContain(copy.calendar.test.summary)
    await shop.close()
    const database = shop.file()
    const shifted = ['start_ms', 'end_ms', 'occupied_until_ms'].map((name) => `${name} = ${name} + 3600000`)
    database.exec(`update appointments set ${shifted.join()}`)
    const pending =
      "status = 'pending', outcome = null, reference = null, finished_at_ms = null, due_at_ms = 0"
    database.exec(`update jobs set ${pending} where kind = 'client-invitation'`)
    const { code, output } = await doctor(shop.folder)
    expect(code).toBe(1)
    const [day, time] = [formatDate(ann.appointment_date), formatTime(ann.appointment_time)]
    expect(output).toContain(`FAIL  ${copy.database.otherTime(ann.full_name, day, time).what}`)
    expect(output).toContain(`FAIL  ${copy.jobs.late(1).what}`)
    database.exec("update jobs set attempts = 9 where kind = 'client-invitation'")
    database.exec("update appointments set full_name = '', anonymized_at_ms = 1")
    const { output: later } = await doctor(shop.folder)
    expect(later).toContain(`FAIL  ${copy.jobs.stuck(1).what}`)
    expect(later).toContain(copy.database.otherTime(desk.deletedName, day, time).what)
  })

  it('goes as far as the recipient, and sends an email only on request', async () => {
    const port = await getFreePort()
    const received = await openMailServer(port)
    const env = { ...published, SMTP_URL: `smtp://127.0.0.1:${port}` }
    const folder = createTemporaryFolder()
    const checked = await doctor(folder, env)
    expect(checked).toMatchObject({ code: 0 })
    expect(checked.output).toContain(copy.mail.fine(env.SMTP_URL, published.BUSINESS_EMAIL))
    expect(received).toHaveLength(0)
    const sent = copy.mail.sent(published.BUSINESS_EMAIL).what
    expect((await doctor(folder, env, '--send')).output).toContain(sent)
    expect(received.map(({ subject }) => subject)).toEqual([testMail.subject])
  })

  it('fails when emails and calendar entries can’t be delivered, and says what to do', async () => {
    const { code, output } = await doctor(createTemporaryFolder(), {
      ...published,
      SMTP_URL: `smtp://user:hidden-word@127.0.0.1:${await getFreePort()}`,
      CALDAV_URL: `http://127.0.0.1:${await getFreePort()}/business/`,
      CALDAV_USERNAME: 'tailor',
      CALDAV_PASSWORD: 'hidden-word',
    })
    expect(code).toBe(1)
    expect(output).toContain('FAIL  Email isn’t going out (ECONNREFUSED)')
    // Bookings are saved, so none is lost.
    expect(output).toMatch(/A booking could be lost or go unnoticed\./)
    expect(output).toContain('docs/mail.md')
    expect(output).toContain('FAIL  The calendar didn’t work')
    expect(output).not.toContain('hidden-word')
  })

  it('reports what keeps the server from starting, and checks the rest', async () => {
    const folder = createTemporaryFolder()
    const mails = join(folder, 'data/mail')
    mkdirSync(join(folder, 'data'))
    writeFileSync(mails, 'not a folder')
    const keyFile = join(folder, 'google-key.json')
    const google = {
      GOOGLE_CALENDAR_ID: 'shop@group.calendar.google.com',
      GOOGLE_APPLICATION_CREDENTIALS: keyFile,
    }
    const { code, output } = await doctor(folder, google)
    expect(code).toBe(1)
    expect(output.match(/(?<=FAIL {2}).*/g)).toEqual([
      settingErrors.keyFile(keyFile),
      copy.mail.noFolder(mails, 'EEXIST'),
    ])
    for (const fine of [copy.database.fine, copy.jobs.fine]) expect(output).toContain(`OK    ${fine}`)
  })

  it('reports why the database rejects writes, and nothing else', async () => {
    const shop = await openShop()
    // Its files can’t grow, as on a full disk.
    const limited = ['sh', '-c', 'ulimit -f 1; exec "$@"', 'sh']
    const { code, output } = await runCommand('doctor', [], shop.settings, shop.folder, limited)
    expect(code).toBe(1)
    expect(output.match(/FAIL .*/g)).toEqual([
      expect.stringMatching(
        /^FAIL {2}The database (is full|can’t be read or written)\. Clients can’t book\.$/,
      ),
    ])
  })
})

describe('the doctor’s check of the mail server', () => {
  const found = async (SMTP_URL: string) => {
    const { MAIL_FROM, BUSINESS_EMAIL } = published
    const mailer = createSmtpMailer(SMTP_URL, { from: MAIL_FROM, ownAddress: BUSINESS_EMAIL })
    return checkMail(readConfig({ ...published, SMTP_URL }), mailer, false, shop, testNoon)
  }

  it.each([
    ['550 relay not permitted', 'sign-in'],
    ['530 5.7.0 Authentication required', 'sign-in'],
    ['553 5.7.1 <hello@tailor.dallas>: Sender address rejected: not owned by user ann', 'sender'],
    ['550 5.1.1 No such\u001b[31m user here', 'recipient'],
    ['450 4.2.0 Greylisted', 'later'],
  ] as const)('rates the answer %j: %s', async (answer, about) => {
    const url = await listenForMail({ onRcptTo: judgeRecipients(() => answer) })
    const { later, rejected } = copy.mail
    const shown = answer.replace('\u001b', ' ')
    expect(await found(url)).toEqual([
      about === 'later'
        ? { level: 'warning', ...later(shown) }
        : { level: 'failure', ...rejected[about](shown, published.MAIL_FROM, published.BUSINESS_EMAIL) },
    ])
  })

  it('signs in as SMTP_URL says, and fails if the mail server rejects that', async () => {
    const users: unknown[] = []
    const address = await listenForMail({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        users.push(username)
        if (password === 'p@ss') done(null, { user: username })
        else done(Object.assign(new Error('5.7.3 Basic sign-in\u001b[31m is off'), { responseCode: 535 }))
      },
    })
    const as = (password: string) => found(address.replace('//', `//ann%40tailor.dallas:${password}@`))
    expect(await as('p%40ss')).toMatchObject([{ level: 'fine' }])
    expect(users).toEqual(['ann@tailor.dallas'])
    // Without the password.
    const answer = '535 5.7.3 Basic sign-in [31m is off'
    expect(await as('hidden-word')).toEqual([{ level: 'failure', ...copy.mail.noSignIn(answer) }])
  })
})

/** The doctor's findings, one per line. */
const lines = (findings: Finding[]) => findings.map(({ level, what }) => `${level} ${what}`).join('\n')

describe('the doctor’s check of the settings', () => {
  const publicUrl = { PUBLIC_URL: 'https://tailor.dallas', ANON_KEY: 'our-own-key' }
  const account = { CALDAV_USERNAME: 'tailor', CALDAV_PASSWORD: 'app-password' }
  const proxy = { TRUST_PROXY: 'loopback' }

  it.each<[Record<string, string>, RegExp]>([
    [{}, /^fine/],
    [{ ...publicUrl, ...proxy, ...account, CALDAV_URL: 'https://cloud.example/shop/' }, /^fine/],
    [{ ...account, CALDAV_URL: 'http://127.0.0.1:5232/shop/' }, /^fine/],
    [publicUrl, /^warning Behind the HTTPS proxy, all visitors look alike/],
    [
      { ...publicUrl, PUBLIC_URL: 'http://tailor.dallas' },
      /^warning Clients reach the page without encryption/,
    ],
    [{ ...account, CALDAV_URL: 'http://cloud.example/shop/' }, /^warning The calendar password/],
    // The owner would get no notifications.
    [{ SMTP_URL: 'smtp://127.0.0.1' }, /^failure .* an example address/],
  ])('rates %j', (env, found) => {
    expect(lines(checkSettings(readConfig(env)))).toMatch(found)
  })
})

describe('the doctor’s check of demo/', () => {
  const own: Content = {
    business: {
      email: 'hello@tailor.dallas',
      phone: { dial: '+12145557000', display: '(214) 555-7000' },
      address: { street: '1412 Main Street' },
      website: { url: 'https://tailor.dallas/' },
      social: [],
    },
    claims: { rating: '4.9/5', ratingLabel: 'average rating on Google' },
    prices: { fromInHero: '$795', fromInQuestions: '$795' },
    offer: { headline: 'A tie with every suit.', savings: '$40-$60' },
    slots,
    sections,
    testimonials: [{ name: 'A real client' }],
    opening,
    socialProof: { mode: 'live' },
  }

  it('asks an owner’s own shop only for facts that only an owner knows', () => {
    const words = copy.content
    expect(checkContent(own)).toEqual([
      { level: 'warning', ...words.slots('12 new-client slots a month', '8 slots left') },
      { level: 'warning', ...words.claims('4.9/5 average rating on Google') },
    ])
  })

  it('asks nothing about an offer, a price, slots, or quotes that aren’t on the page', () => {
    const shown = { ...own, offer, testimonials: [{ name: 'Marcus Tillery' }] }
    expect(lines(checkContent(shown))).toContain(copy.content.free(offer.headline).what)
    const few: Content = { ...shown, sections: ['book'], claims: {}, prices: {}, slots: {} }
    expect(checkContent(few).map(({ level }) => level)).toEqual(['fine'])
  })

  it('fails for hours that clients can’t book', () => {
    // Compared as text, this would open every time up to midnight.
    const week = everyDay(['9:00-5:00'])
    expect(lines(checkContent({ ...own, opening: { ...opening, week } }))).toMatch(
      /failure With these opening hours, .* The hours on [A-Z]\w+/,
    )
  })
})

describe('the doctor’s check of the sender’s domain', () => {
  const all = {
    'tailor.dallas': 'v=spf1 include:_spf.example.com ~all',
    '_dmarc.tailor.dallas': 'v=DMARC1; p=quarantine',
    'google._domainkey.tailor.dallas': 'v=DKIM1; p=abc',
  }
  it.each<[string, Record<string, string>, string, RegExp]>([
    ['accepts all records', all, '', /^(fine .*\n?){3}$/],
    ['lists missing records', {}, 'ENOTFOUND', /no record.*\n.*\n.*no record/],
    ['skips the check when no DNS server answers', {}, 'ETIMEOUT', /^(.*no DNS server answered.*\n?){3}$/],
  ])('%s', async (_what, records, code, found) => {
    const config = readConfig({ SMTP_URL: 'smtp://127.0.0.1', ...published })
    const resolveTxt = async (name: string) => {
      if (!(name in records)) throw Object.assign(new Error(name), { code: code || 'ENOTFOUND' })
      return [[records[name] ?? '']]
    }
    expect(lines(await checkMailDomain(config, { resolveTxt }))).toMatch(found)
  })
})
