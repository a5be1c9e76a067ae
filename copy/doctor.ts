import { counted } from './dates.ts'

/** What `npm run doctor` says: what it has found, and what to do about it. */
export const doctor = {
  usage: 'Use: doctor [--send]',
  headings: {
    settings: 'Settings',
    disk: 'Disk',
    clock: 'Clock',
    database: 'Database',
    calendar: 'Calendar',
    mail: 'Mail',
    owed: 'What is owed',
    content: 'Content',
  },
  /** Before each finding. */
  signs: { fine: 'fine', warning: 'LOOK', failure: 'LOST' },
  someLost: 'As it stands, a booking could get lost: begin with the lines that say LOST.',
  noneLost: 'No booking can get lost.',
  /** What is to be done where something cannot even be opened. */
  noStart: 'The server does not start before that is mended.',

  calendar: {
    /** The event that is put into the calendar and taken out again. */
    test: { summary: 'A test of the calendar', description: 'Made and removed by npm run doctor.' },
    fine: 'The calendar takes an event and gives it back.',
    failed: (fault: string) => ({
      what: `The calendar could not be used (${fault}): bookings are stored, but you would not see them there.`,
      todo: 'Look at its settings (docs/calendar.md). What waits is delivered by itself once it works.',
    }),
  },

  readings: {
    fine: 'The calendar is read, and all of it.',
    never: 'was never read',
    last: (when: string) => `was last read on ${when}`,
    old: (since: string) => ({
      what: `The calendar ${since}: times that you are busy since then can be booked.`,
      todo: 'Start the server: it reads the calendar by itself. If it runs, its log says why it cannot.',
    }),
    unreadable: (count: number) => ({
      what: `${counted(count, 'entry', 'entries')} of the calendar could not be read: what is busy there can be booked.`,
      todo: 'The log names them; delete them and write them again.',
    }),
    held: (count: number) => ({
      what: `${counted(count, 'consultation has', 'consultations have')} disappeared from the calendar with others, and not been cancelled.`,
      todo: 'Answer with "npm run calendar confirm" or "npm run calendar put-back".',
    }),
  },

  clock: {
    shows: (when: string) => `It is ${when}.`,
    agrees: 'The clock agrees with the calendar’s server.',
    noAnswer: {
      what: 'The calendar’s server did not say what time it is.',
      todo: 'Compare the time above with a clock.',
    },
    apart: (seconds: number) => ({
      what: `The clock is ${counted(seconds, 'second')} away from the calendar’s server.`,
      todo: 'Let the machine set its clock by the network (NTP); reminders and the earliest date depend on it.',
    }),
  },

  content: {
    fine: 'Nothing in demo/ contradicts itself.',
    email: (email: string) => `The page shows ${email}, which is an example.`,
    phone: (number: string) => `The telephone number ${number} is an example.`,
    address: (street: string) => `The address ${street} is an example.`,
    links: (links: string) => `These links are examples: ${links}.`,
    inBusiness: 'Change it in demo/business.ts.',
    prices: (one: string, other: string) => ({
      what: `The page says that suits start at ${one} and at ${other}.`,
      todo: 'Decide on one price in demo/claims.ts.',
    }),
    slots: (aMonth: string, left: string) => ({
      what: `The page says "${aMonth}" and "${left}".`,
      todo: 'Keep both true as the month goes by, in demo/claims.ts, or take them out.',
    }),
    claims: (claims: string) => ({
      what: `The page claims: ${claims}.`,
      todo: 'Be able to prove each, or change it in demo/claims.ts.',
    }),
    testimonials: (count: number) => ({
      what: `${counted(count, 'testimonial is a placeholder of somebody', 'testimonials are placeholders of people')} who do not exist.`,
      todo: 'Replace them in demo/testimonials.ts by clients’ own words, with their consent (16 CFR 465.2).',
    }),
    socialProof: {
      what: 'The lines under the first visit ("people viewing", "slots left", "last booked") are invented.',
      todo: "Set mode to 'live' or 'off' in demo/social-proof.ts before you publish.",
    },
    opening: (faults: string) => ({
      what: `As the opening hours stand, nobody can book as they should. ${faults}`,
      todo: 'Put them right at the desk; as long as they were never set there, in demo/opening-hours.ts.',
    }),
  },

  disk: {
    free: (mebibytes: number) => `${mebibytes} MiB are free on the disk of DATA_DIR.`,
    atOnce: 'Make room at once: without it no booking can be stored.',
    soon: 'Make room soon.',
    private: 'Only your own account can read DATA_DIR.',
    open: (folder: string) => ({
      what: 'Other accounts of this machine can look into DATA_DIR.',
      todo: `Run: chmod 700 "${folder}"`,
    }),
  },

  mailDomain: {
    spf: (domain: string) => `SPF of ${domain}`,
    spfTodo: 'Add the TXT record that your mail provider names (docs/mail.md).',
    dmarc: (domain: string) => `DMARC of ${domain}`,
    dmarcTodo: (domain: string) => `Add a TXT record for _dmarc.${domain}, to begin with "v=DMARC1; p=none".`,
    found: (kind: string) => `${kind}: there is a record.`,
    missing: (kind: string) => `${kind}: there is no record.`,
    noAnswer: (kind: string) => `${kind}: no name server has answered, so nothing is known of it.`,
    noAnswerTodo: 'Try again with the network up.',
    dkim: 'DKIM',
    dkimFound: 'DKIM: there is a key.',
    dkimMissing: 'DKIM: no key under a name that is common. It may have another.',
    dkimTodo: 'Open a mail you have sent: its source should say "dkim=pass". If not, see docs/mail.md.',
  },

  mail: {
    fine: (where: string) => `The mail server ${where} lets us in.`,
    noServer: (where: string) => ({
      what: `There is no mail server: mails are files in ${where}, and nobody gets them.`,
      todo: 'Set SMTP_URL before you publish the page (docs/mail.md).',
    }),
    sent: (to: string) => ({
      what: `A test mail was handed over for ${to}.`,
      todo: 'See whether it arrives, and not among the spam.',
    }),
    noFolder: (folder: string, fault: string) => `${folder} cannot be the folder for mails (${fault}).`,
    failed: (fault: string) => ({
      what: `Mail does not go out (${fault}): bookings are stored, but neither you nor the client hears of them.`,
      todo: 'Look at SMTP_URL (docs/mail.md). What waits is sent by itself once it works.',
    }),
  },

  owed: {
    fine: 'No calendar entry and no mail waits longer than it should.',
    givenUp: (count: number) => ({
      what: `${counted(count, 'calendar entry or mail was', 'calendar entries or mails were')} given up, for appointments that are still to come.`,
      todo: 'Run "npm run jobs" to see which and why; call those clients, or mend it and run "npm run jobs -- retry".',
    }),
    stuck: (count: number) => ({
      what: `${counted(count, 'calendar entry or mail keeps', 'calendar entries or mails keep')} failing.`,
      todo: 'Run "npm run jobs" to see which; mend what this list names, then "npm run jobs retry".',
    }),
    late: (count: number) => ({
      what: `${counted(count, 'calendar entry or mail is', 'calendar entries or mails are')} overdue, and nobody is trying.`,
      todo: 'Start the server: it delivers them by itself.',
    }),
    failing: (count: number) => ({
      what: `${counted(count, 'calendar entry or mail that has', 'calendar entries or mails that have')} failed will be tried again.`,
      todo: 'Look again in a while.',
    }),
  },

  settings: {
    fine: 'The settings fit together.',
    businessEmail: (email: string) => ({
      what: `Your notifications go to ${email}, an address that nobody has.`,
      todo: 'Set BUSINESS_EMAIL to the address where you read mail.',
    }),
    mailFrom: (email: string) => ({
      what: `Mails are sent from ${email}, an address that no mail server lets through.`,
      todo: 'Set MAIL_FROM to an address of your own domain.',
    }),
    localLinks: {
      what: 'Mails to clients link to http://localhost, which works on this machine only.',
      todo: 'Set PUBLIC_URL to the address under which clients reach the page.',
    },
    notEncrypted: {
      what: 'Clients reach the page without encryption.',
      todo: 'Serve it over HTTPS and say so in PUBLIC_URL.',
    },
    oneVisitor: {
      what: 'All visitors count as one, and share the limits of one: something takes the https for this server.',
      todo: 'Set TRUST_PROXY to the address of what stands in front: loopback on the same machine.',
    },
    openCalendar: {
      what: 'The password of the calendar goes to CALDAV_URL without encryption.',
      todo: 'Begin that address with https://, unless all of the way is yours.',
    },
    demoKey: {
      what: 'The public key is the demonstration’s.',
      todo: 'Set ANON_KEY; it is no secret, but it should be yours.',
    },
  },

  database: {
    fine: 'The database takes a write.',
    whole: 'The database file is whole.',
    damaged: {
      what: 'The database file is damaged.',
      todo: 'Stop the server and restore the newest backup (see docs/operations.md).',
    },
    otherTime: (name: string, day: string, time: string) => ({
      what: `${name} was booked for ${day} at ${time}, and the time zone or its rules have changed since: the calendar and the reminder have another time, and somebody else can book this one.`,
      todo: 'Move the appointment at the desk to another time, and then to the one that was agreed.',
    }),
    noBooking: (why: string) => `${why} No booking can be taken.`,
    noWrite: (fault: string) => `The database does not take a write (${fault}): no booking can be taken.`,
    serverTodo: 'Look at the database server that DATABASE_URL names.',
    folderTodo: 'Look at the folder DATA_DIR.',
    missing: 'Without the database no booking can be taken.',
  },
}
