import { counted } from '#copy/dates.ts'

/** The output of `npm run doctor`: what it found, and what to do about it. */
export const doctor = {
  usage: 'Usage: npm run doctor -- [--send | --upgrade]',
  headings: {
    settings: 'Settings',
    disk: 'Disk',
    clock: 'Clock',
    visitors: 'Visitors',
    database: 'Database',
    calendar: 'Calendar',
    mail: 'Email',
    jobs: 'Pending work',
    content: 'Content',
    upgrade: 'Upgrade',
  },
  /** Before each finding. */
  signs: { fine: 'OK  ', warning: 'WARN', failure: 'FAIL' },
  someLost: 'A booking could be lost or go unnoticed. Start with the lines marked FAIL.',
  noneLost: 'Nothing here can lose a booking.',
  /** After a failure to open something. */
  noStart: 'The server won’t start until this is fixed.',

  calendar: {
    /** The event that the doctor adds to the calendar and removes. */
    test: { summary: 'Calendar test', description: 'Added and removed by npm run doctor.' },
    fine: 'The calendar accepted an event and gave it back.',
    onlyRead: 'STAGING=1: the calendar is read but never written.',
    failed: (error: string) => ({
      what: `The calendar didn’t work (${error}): bookings are saved, but you won’t see them there.`,
      todo: 'Check its settings (docs/calendar.md). Pending entries are written automatically once it works.',
    }),
  },

  readings: {
    fine: 'The calendar was read completely.',
    never: 'was never read',
    last: (when: string) => `was last read on ${when}`,
    old: (since: string) => ({
      what: `The calendar ${since}: clients can book times you’ve blocked since.`,
      todo: 'Start the server: it reads the calendar automatically. If it’s running, its log says why it can’t.',
    }),
    unreadable: (count: number) => ({
      what: `The server can’t read ${counted(count, 'entry', 'entries')} in the calendar, so clients can book those times.`,
      todo: 'The log lists them. Delete them and add them again.',
    }),
    held: (count: number) => ({
      what: `${counted(count, 'consultation has', 'consultations have')} vanished from the calendar together, but are still booked.`,
      todo: 'Decide with "npm run calendar -- confirm" or "npm run calendar -- put-back".',
    }),
  },

  clock: {
    shows: (when: string) => `It’s ${when}.`,
    agrees: 'The clock agrees with the calendar server.',
    noAnswer: {
      what: 'The calendar server didn’t say what time it is.',
      todo: 'Compare the time above with a clock.',
    },
    apart: (seconds: number) => ({
      what: `The clock is ${counted(seconds, 'second')} off from the calendar server.`,
      todo: 'Let the machine set its clock from the network (NTP). Reminders and the earliest date depend on it.',
    }),
  },

  content: {
    fine: 'The shop’s facts are consistent.',
    email: (email: string) => `The page shows ${email}, which is an example.`,
    phone: (number: string) => `The phone number ${number} is an example.`,
    address: (street: string) => `The address ${street} is an example.`,
    links: (links: string) => `These links are examples: ${links}.`,
    unreadable: (error: string) => ({
      what: `shop/ can’t be read: ${error}`,
      todo: 'Run npm run check:shop to see the line.',
    }),
    notBuilt: {
      what: 'shop/ has changes that the page doesn’t show yet.',
      todo: 'Run npm start, or run npm run build and restart your server.',
    },
    inBusiness: 'Change it in shop/business.ts. If there’s no shop/, run npm run shop to make it.',
    prices: (first: string, second: string) => ({
      what: `The page says that suits start at ${first} and at ${second}.`,
      todo: 'Decide on one price in shop/claims.ts.',
    }),
    slots: (aMonth: string, left: string) => ({
      what: `The page says "${aMonth}" and "${left}".`,
      todo: 'Keep both current in shop/claims.ts, or remove them.',
    }),
    /** For each claim of demo/claims.ts that isn’t clear on its own. */
    about: {
      since: (year: string) => `in business since ${year}`,
      turnaround: (weeks: string) => `a suit in ${weeks}`,
      measurements: (count: string) => `measurements per suit: ${count}`,
      consultation: (minutes: string) => `a free consultation of ${minutes}`,
      booking: (minutes: string) => `booking in ${minutes}`,
    },
    rating: (rating: string) => ({
      what: `The page shows a rating of ${rating} without its source.`,
      todo: 'Name it in ratingLabel in shop/claims.ts, such as "average rating on Google", or take the rating out.',
    }),
    returns: (returns: string) => ({
      what: `The page promises "${returns}" without terms, so it covers every custom suit.`,
      todo: 'Say in shop/landing-page.ts what can be returned and in what condition, or drop the promise.',
    }),
    free: (headline: string) => ({
      what: `The page offers: ${headline}`,
      todo: 'Offer it for at most 6 months in any 12, at most 3 times a year, with 30 days in between (16 CFR 251.1(h)). Change it in shop/claims.ts.',
    }),
    savings: (savings: string, price: string) => ({
      what: `The page says that clients save ${savings}, and that suits start at ${price}.`,
      todo: 'In shop/claims.ts, say which suits save that much, or lower it.',
    }),
    claims: (claims: string) => ({
      what: `The page claims: ${claims}.`,
      todo: 'Make sure you can prove each, or change it in shop/claims.ts.',
    }),
    testimonials: (count: number) => ({
      what: `${counted(count, 'testimonial is a placeholder', 'testimonials are placeholders')} quoting invented people.`,
      todo: 'Replace them in shop/testimonials.ts with clients’ own words, with their consent (16 CFR 465.2).',
    }),
    socialProof: {
      what: 'The lines under the first view ("people viewing", "slots left", "last booked") are invented.',
      todo: "Set mode to 'live' or 'off' in shop/social-proof.ts before you publish.",
    },
    opening: (errors: string) => ({
      what: `With these opening hours, clients can’t book correctly. ${errors}`,
      todo: 'Fix them at the desk or, if you’ve never set them there, in shop/opening-hours.ts.',
    }),
  },

  disk: {
    free: (mebibytes: number) => `${mebibytes} MiB are free on the disk of DATA_DIR.`,
    atOnce: 'Free up space now: without it, no booking can be saved.',
    soon: 'Free up space soon.',
    private: 'Only your own account can read DATA_DIR.',
    open: (folder: string) => ({
      what: 'Other accounts on this machine can read DATA_DIR.',
      todo: `Run: chmod 700 "${folder}"`,
    }),
  },

  program: {
    open: 'The user who owns DATA_DIR can read the program and your shop.',
    closed: (path: string) => ({
      what: `The user who owns DATA_DIR can’t read ${path}, so the server won’t start as that user.`,
      todo: `Run: chmod a+rX "${path}". Then run this again to see if there’s another.`,
    }),
  },

  mailDomain: {
    spf: (domain: string) => `SPF of ${domain}`,
    spfTodo: 'Add the TXT record that your mail provider gives you (docs/mail.md).',
    dmarc: (domain: string) => `DMARC of ${domain}`,
    dmarcTodo: (domain: string) => `Add a TXT record for _dmarc.${domain}. Start with "v=DMARC1; p=none".`,
    found: (kind: string) => `${kind}: found a record.`,
    missing: (kind: string) => `${kind}: no record.`,
    noAnswer: (kind: string) => `${kind}: couldn’t check, because no DNS server answered.`,
    noAnswerTodo: 'Try again with the network up.',
    dkim: 'DKIM',
    dkimFound: 'DKIM: found a key.',
    dkimMissing: 'DKIM: no key under a common name. Yours may have another name.',
    dkimTodo: 'Open an email you sent: its source should say "dkim=pass". If not, see docs/mail.md.',
  },

  mail: {
    fine: (where: string, to: string) => `The mail server at ${where} would deliver to ${to}.`,
    /** The mail server’s answer, by topic. */
    rejected: {
      'sign-in': (answer: string) => ({
        what: `The mail server doesn’t deliver emails for this server: “${answer}”.`,
        todo: 'Set SMTP_URL with the user name and password of an account, or let the mail server relay for this machine (docs/mail.md).',
      }),
      sender: (answer: string, from: string) => ({
        what: `The mail server rejects the sender ${from}: “${answer}”.`,
        todo: 'Set MAIL_FROM to an address that the account in SMTP_URL may use.',
      }),
      recipient: (answer: string, _from: string, to: string) => ({
        what: `The mail server rejects your own address, ${to}: “${answer}”.`,
        todo: 'Set BUSINESS_EMAIL to the address where you read email.',
      }),
    },
    later: (answer: string) => ({
      what: `The mail server asks to try again later: “${answer}”.`,
      todo: 'Run this again in half an hour. Emails are retried automatically.',
    }),
    noSignIn: (answer: string) => ({
      what: `The mail server rejects the user name or password: “${answer}”. Bookings are saved, but neither you nor the client is notified.`,
      todo: 'Check both in SMTP_URL. Many providers need an app password, and Microsoft ends passwords (docs/mail.md).',
    }),
    staging: (where: string) => `STAGING=1: emails are only saved to ${where}.`,
    noServer: (where: string) => ({
      what: `No mail server is set up. Emails are only saved to ${where}.`,
      todo: 'Set SMTP_URL before you publish the page (docs/mail.md).',
    }),
    sent: (to: string) => ({
      what: `Sent a test email to ${to}.`,
      todo: 'Check that it arrives, and not in the spam folder.',
    }),
    noFolder: (folder: string, error: string) => `${folder} can’t be the folder for emails (${error}).`,
    failed: (error: string) => ({
      what: `Email isn’t going out (${error}): bookings are saved, but neither you nor the client is notified.`,
      todo: 'Check SMTP_URL (docs/mail.md). Pending emails are sent automatically once it works.',
    }),
  },

  jobs: {
    fine: 'No calendar entry or email is overdue.',
    givenUp: (count: number) => ({
      what: `${counted(count, 'calendar entry or email', 'calendar entries or emails')} failed permanently, for upcoming appointments.`,
      todo: 'Run "npm run jobs" to see which and why. Call those clients, or fix the cause and run "npm run jobs -- retry".',
    }),
    stuck: (count: number) => ({
      what: `${counted(count, 'calendar entry or email keeps', 'calendar entries or emails keep')} failing.`,
      todo: 'Run "npm run jobs" to see which. Fix what this report lists, then run "npm run jobs -- retry".',
    }),
    late: (count: number) => ({
      what: `${counted(count, 'calendar entry or email is', 'calendar entries or emails are')} overdue, and nothing is retrying.`,
      todo: 'Start the server: it delivers them automatically.',
    }),
    failing: (count: number) => ({
      what: `${counted(count, 'calendar entry or email that', 'calendar entries or emails that')} failed will be retried.`,
      todo: 'Check again in a while.',
    }),
  },

  settings: {
    fine: 'The settings are consistent.',
    businessEmail: (email: string) => ({
      what: `Your notifications go to ${email}, an example address.`,
      todo: 'Set BUSINESS_EMAIL to the address where you read email.',
    }),
    mailFrom: (email: string) => ({
      what: `Emails are sent from ${email}, an address that mail servers reject.`,
      todo: 'Set MAIL_FROM to an address of your own domain.',
    }),
    localLinks: {
      what: 'Emails to clients link to http://localhost, which works only on this machine.',
      todo: 'Set PUBLIC_URL to the address where clients reach the page.',
    },
    notEncrypted: {
      what: 'Clients reach the page without encryption.',
      todo: 'Serve it over HTTPS and set PUBLIC_URL to match.',
    },
    oneVisitor: {
      what: 'Behind the HTTPS proxy, all visitors look alike and share one rate limit.',
      todo: 'Set TRUST_PROXY to the proxy’s address: loopback if it’s on the same machine.',
    },
    noNetworks: (count: number) => ({
      what: `The last day’s ${counted(count, 'booking')} from the page came from a private address, which is your proxy’s: no limit counts them.`,
      todo: 'Set TRUST_PROXY to the proxy’s address. In containers, visitors need IPv6, too (docs/operations.md, Behind a proxy).',
    }),
    oneNetwork: (count: number) => ({
      what: `The last day’s ${counted(count, 'booking')} from the page came from one network. Unless that’s one family, the server mistakes your proxy or CDN for all visitors, and rejects its eleventh booking.`,
      todo: 'Add the addresses of your proxy or CDN to TRUST_PROXY (docs/operations.md, Behind a proxy).',
    }),
    openCalendar: {
      what: 'The calendar password goes to CALDAV_URL without encryption.',
      todo: 'Start that address with https://, unless the whole network is yours.',
    },
    demoKey: {
      what: 'ANON_KEY is still the demo key.',
      todo: 'Set ANON_KEY. It isn’t secret, but it should be yours.',
    },
  },

  database: {
    fine: 'The database accepts writes.',
    whole: 'The database file is intact.',
    damaged: {
      what: 'The database file is damaged.',
      todo: 'Stop the server and restore the newest backup (see docs/operations.md).',
    },
    otherTime: (name: string, day: string, time: string) => ({
      what: `${name} was booked for ${day} at ${time}, and the time zone or its rules changed after that: the calendar and the reminder have another time, and someone else can book this one.`,
      todo: 'At the desk, move the appointment to another time, then back to the agreed one.',
    }),
    noBooking: (why: string) => `${why} Clients can’t book.`,
    noWrite: (error: string) => `The database doesn’t accept writes (${error}), so clients can’t book.`,
    serverTodo: 'Check the database server in DATABASE_URL.',
    folderTodo: 'Check the DATA_DIR folder.',
    missing: 'Without the database, clients can’t book.',
  },

  /** Before `git pull`. */
  upgrade: {
    noUpstream: {
      what: 'This folder isn’t a clone that follows a branch, so there’s no newer version to compare.',
      todo: 'Run it where you run git pull. In a container, run it on the machine that builds the image.',
    },
    upToDate: 'git fetch found no newer version.',
    commits: (count: number) => `git pull would bring ${counted(count, 'commit')}.`,
    dataStays: 'The data stays the same.',
    dataChanges: (count: number) =>
      `The new version’s first start makes ${counted(count, 'change')} to the database, after a backup.`,
    shopFits: 'The new version can read your shop/.',
    shopLacks: (findings: string) => ({
      what: `The new version can’t read your shop/:\n        ${findings}`,
      todo: 'Pull, fix these, and build. The running server keeps its pages until you restart it.',
    }),
  },
}
