import { counted } from './dates.ts'

/** Every word of the desk, where the owner runs the shop. */
export const desk = {
  name: 'The desk',
  previousDay: 'Previous day',
  nextDay: 'Next day',
  skip: 'Skip to the day',
  today: 'Today',
  month: 'Month',
  goTo: 'Go to a day',
  goThere: 'Go there',
  book: 'Add a booking',
  close: 'Close a time',
  find: 'Find a client',
  figures: 'Figures',
  opening: 'Opening hours',
  mails: 'Sent mails',
  download: 'Download',
  print: 'Print this day',
  signOut: 'Sign out',
  signedOutHere:
    'Only this device is signed out: there was no connection. Come in again to sign out the others.',
  more: 'More',
  back: 'Back',
  undo: 'Undo',
  notices: 'Notices',
  again: 'Try again',
  loadAgain: 'Load again',
  sendAgain: 'Send again',
  working: 'One moment...',
  days: 'Days',
  loading: 'The day is being fetched.',

  day: {
    opensAt: (time: string) => `Opens at ${time}`,
    noneTitle: 'Nobody is booked yet.',
    /** Of a day that is over. */
    nobodyTitle: 'Nobody was booked.',
    noneText: (times: number, first: string, last: string) =>
      times === 0
        ? 'No time is open any more.'
        : times === 1
          ? `One time is open, at ${first}.`
          : `${times === 2 ? 'Two' : `All ${times}`} times are open, from ${first} to the last start at ${last}.`,
    /** Followed by day, time and name. */
    next: 'Next client:',
    noHoursTitle: 'No opening hours.',
    noHoursText: 'Nobody can book this day. You can still add a booking.',
    open: (hours: string) => `Open, ${hours}`,
    closed: (hours: string) => `Closed ${hours}`,
    closedShort: 'Closed',
    reopen: 'Reopen',
    /** A closed time of several days is opened again as one. */
    reopenDays: (first: string, last: string) => `Reopen ${first} to ${last}`,
    busy: 'Busy in your calendar',
    busyShort: 'Busy',
    cancelledByClient: 'cancelled by the client',
    cancelledByYou: 'cancelled by you',
    cancelled: 'cancelled',
    bookedByYou: 'booked by you',
    fresh: 'New',
    below: 'Cancelled, and the time is taken again',
    several: (count: number, time: string) => `${counted(count, 'client')}, ${time}`,
    today: 'today',
    clients: (count: number) => counted(count, 'client'),
    firstVisits: (count: number) => counted(count, 'first visit'),
    now: (time: string) => `Now, ${time}`,
  },

  visits: ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'],
  /** After the tenth: "11th", "21st" */
  laterVisit: (visit: number) => {
    const isTeen = Math.floor(visit / 10) % 10 === 1
    return `${visit}${(!isTeen && ['th', 'st', 'nd', 'rd'][visit % 10]) || 'th'}`
  },
  counts: ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  /** Behind the first, second and so on. */
  visit: 'visit',

  appointment: {
    call: 'Call',
    text: 'Text',
    mail: 'Mail',
    move: 'Move',
    cancel: 'Cancel appointment',
    came: 'Came',
    didNotCome: 'Did not come',
    opens: (time: string) => `‘Came’ opens at ${time}.`,
    note: 'Note',
    noteHint: 'for the shop only',
    save: 'Save',
    heardOf: (source: string) => `Heard of us on ${source}.`,
    heardOfFriend: 'Heard of us from a friend.',
    bookedBy: (by: 'client' | 'shop', day: string) =>
      `Booked by ${by === 'client' ? 'the client' : 'you'} on ${day}.`,
    ledger: 'Mailed and owed',
    movedBy: (by: 'client' | 'shop', day: string, from: string) =>
      `Moved by ${by === 'client' ? 'the client' : 'you'} on ${day}, from ${from}.`,
    cancelledBy: (by: 'client' | 'shop', day: string) =>
      `Cancelled by ${by === 'client' ? 'the client' : 'you'} on ${day}.`,
    gone: 'This appointment is not to be found any more.',
    came_: (name: string) => `${name} came.`,
    did_not_come_: (name: string) => `${name} did not come.`,
    unnoted: (name: string) => `Nothing is noted for ${name} any more.`,
    noted: (time: string) => `Noted at ${time}.`,
    noteSaved: 'The note is saved.',
    noteNow: (note: string) => `The note is now: ${note}`,
    notSent: (what: string) => `‘${what}’ not sent`,
  },

  /** What the outbox owes and has delivered, by its own names. */
  kinds: {
    'calendar-event': 'Entry in your calendar',
    'calendar-forgetting': 'Calendar without the name',
    'closure-event': 'Closed time in your calendar',
    'business-notification': 'Mail to you',
    'client-invitation': 'Confirmation',
    'client-reminder': 'Reminder',
    'move-refused': 'Mail on a move that was refused',
    'event-restored': 'Mail on an entry that came back',
    'calendar-notice': 'Mail on your calendar',
  },

  owed: {
    notDelivered: (what: string) => `${what} not delivered`,
    stillNotDelivered: (what: string) => `${what} still not delivered.`,
    delivered: (what: string) => `${what} delivered.`,
    count: (count: number) => `${count} owed`,
    since: (when: string) => `since ${when}`,
    /** Why, for the faults that a shop meets; another one is shown as the server's log names it. */
    why: {
      unreachable: 'The server cannot be reached',
      refused: 'The mail server refused it',
      password: 'The mail server does not take our name or password',
      certificate: 'The server’s certificate does not hold',
    },
    sentence: (count: number) =>
      count === 1 ? 'One thing is not delivered.' : `${count} things are not delivered.`,
    stillSentence: (count: number) =>
      count === 1 ? 'One thing is still not delivered.' : `${count} things are still not delivered.`,
    allDelivered: 'Everything is delivered.',
    /** What is owed, and to whom if it is to somebody. */
    to: (what: string, names: string) => (names ? `${what}: ${names}` : what),
  },
  offline: (time: string) => `No connection since ${time}.`,
  offlineText: 'This is the day as it stood then.',

  adding: {
    caps: 'By phone or at the door',
    text: 'Only a name, a date and a time are needed.',
    book: 'Book',
    title: (name: string) => `Book ${name}`,
    stillOpen: (day: string) => `Still open on ${day}`,
    noneOpen: (day: string) => `No time is left on ${day}`,
    name: 'Full Name',
    email: 'Email Address',
    phone: 'Phone Number',
    date: 'Preferred Date',
    time: 'Preferred Time',
    source: 'How did you hear about us?',
    sourceUnknown: 'Not asked',
    fillIn: 'Fill in',
    lastVisit: (what: string, day: string) => `${what} ${day}`,
    booked: (name: string) => `${name} is booked.`,
  },

  moving: {
    title: (name: string) => `Move ${name}`,
    text: 'The client gets a mail with the new time.',
    moved: (name: string) => `${name} is moved.`,
  },

  cancelling: {
    title: (name: string) => `Cancel ${name}?`,
    what: (name: string) => `Cancel ${name}`,
    text: 'The client gets a mail, and the time is open again at once. This cannot be undone.',
    textWithoutMail: 'The time is open again at once. No mail can be sent. This cannot be undone.',
    textOver: 'It is over, and the client gets no mail. This cannot be undone.',
    message: 'Message to the client',
    messageHint: 'may stay empty',
    mail: 'The mail begins',
    mailTitle: 'Your consultation is cancelled.',
    mailText: (when: string) => `We are sorry: we cannot see you on ${when}.`,
    cancelled: (name: string) => `${name} is cancelled.`,
  },

  closing: {
    caps: 'Nobody can book then',
    close: 'Close',
    afternoon: 'Afternoon',
    wholeDay: 'Whole day',
    wholeWeek: 'Whole week',
    from: 'From',
    to: 'To',
    fromDate: 'From date',
    fromTime: 'From time',
    toDate: 'To date',
    toTime: 'To time',
    reason: 'Reason',
    reasonHint: 'for the shop only',
    standing: (count: number) => `${counted(count, 'appointment stands', 'appointments stand')} in it.`,
    standingText: 'They stay until you move or cancel them.',
    closed: 'The time is closed.',
    reopened: 'The time is open again.',
    stillClosed: 'Reopened, but another closing still lies over this time.',
    backwards: 'The end must lie after the beginning.',
  },

  finding: {
    label: 'Name, number or address',
    none: 'Nobody is found.',
    found: (count: number) => `${counted(count, 'client is', 'clients are')} found.`,
    forget: 'Forget this client',
    forgetTitle: (name: string) => `Forget ${name}?`,
    forgetText:
      'Name, number, address and notes are deleted everywhere; the appointments stay in the figures without a name. This cannot be undone.',
    forgetVerb: 'Forget',
    forgotten: (name: string) => `${name} is forgotten.`,
  },

  charts: {
    from: 'From',
    to: 'To',
    sources: 'Where clients come from',
    sourcesText: (count: number) => `${counted(count, 'booking')}. The stitched line: how many came.`,
    cameOf: (count: number) => `${count} came`,
    notAsked: 'Not asked',
    weeks: 'Bookings by week',
    weeksByFive: 'Bookings by week, one stroke for five',
    ahead: 'From booking to visit',
    aheadHalf: 'half have come by then',
    aheadNine: 'nine in ten',
    booked: 'booked',
    days: (count: number) => counted(count, 'day'),
    weeksOn: (weeks: number, count: string) => `${count} ${weeks === 1 ? 'week' : 'weeks'} on`,
    came: 'Came',
    cameText: (tenths: string) => `${tenths} in ten of those who were expected.`,
    cancelledBefore: 'Cancelled before',
    bySource: (from: string, to: string) => `By source, ${from} to ${to}`,
    byWeek: 'By week',
    source: 'Source',
    weekOf: 'Week of',
    count: { booked: 'Booked', came: 'Came', did_not_come: 'Did not come', cancelled: 'Cancelled' },
    all: 'All',
    showAll: (count: number) => `Show all ${counted(count, 'week')}`,
    none: 'Nobody was booked in this time.',
  },

  hours: {
    caps: 'In force at once',
    openOn: 'Open on',
    firstStart: 'First start',
    lastStart: 'Last start',
    duration: 'One visit takes',
    buffer: 'Rest between',
    capacity: 'Clients at a time',
    every: 'Offered every',
    changes: 'Changes until',
    reminder: 'Reminder',
    reminderHint: 'empty for none',
    latest: 'Booked at most',
    latestHint: 'empty for no limit',
    minutes: 'minutes',
    hoursBefore: 'hours before',
    daysAhead: 'days ahead',
    closedDates: 'Single days closed',
    closedDatesHint: 'as 2026-12-25, separated by commas',
    save: 'Save',
    saved: 'The opening hours are in force.',
    standing: (field: string, value: string) => `${field}: ${value}.`,
    none: 'none',
  },

  sent: {
    text: 'Without a mail server, mails are kept as files and read here.',
    none: 'No mail has been written yet.',
    byServer: 'Mails go out through your mail server. Nothing of them is kept here.',
    to: (address: string) => `to ${address}`,
    attached: (files: string) => `With it: ${files}`,
  },

  taking: {
    text: 'All appointments from one day to another, cancelled ones too.',
    csv: 'Table (CSV)',
    calendar: 'Calendar (iCalendar)',
  },

  wayIn: {
    text: 'For the owner of the shop. We mail a link to the shop’s own mailbox; whoever reads it there may come in.',
    mail: 'Mail me a link',
    mailedTitle: 'A link is on its way.',
    mailedText: 'It works once, within 15 minutes. Nothing there? Look in the spam folder.',
    pasted: 'Link from the mail',
    pastedHint: 'Hold it there, copy it, and paste it here.',
    noLink: 'That is not the whole link. Copy it from the mail once more.',
    linkTitle: 'Your link is here',
    linkText: 'This device then stays signed in until it has not been used for thirty days.',
    open: 'Open the desk',
    usedTitle: 'This link is used up',
    usedText: 'A link opens the desk once, and only for 15 minutes. The next one is a minute away.',
    ended: 'You are signed out. A new link brings you back.',
  },

  faults: {
    unreachable: 'Not sent: there is no connection.',
    /** The same of what was only to be read. */
    unread: 'Not loaded: there is no connection.',
    unanswered: 'No answer came. Look whether it was done before you send it again.',
    /** Of a form that was left. */
    unknown: 'That did not work. Please try again.',
    notLoaded: 'This part of the desk could not be loaded.',
    changed: 'It was changed in the meantime, so nothing was done. This is how it stands now:',
    stands: (when: string, state: string) => `${when}, ${state}.`,
    expected: 'expected',
  },

  paper: {
    asOf: (time: string) => `The desk, as of ${time}`,
    closed: (hours: string, reason: string) => `Closed ${hours}${reason && ` (${reason})`}.`,
  },
}
