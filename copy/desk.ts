import { ownerFieldTitles } from './booking-form.ts'
import { counted } from './dates.ts'

/** The words of the desk, where the owner runs the shop. Those of one screen have a file of their own. */
export const desk = {
  name: 'The desk',
  previousDay: 'Previous day',
  nextDay: 'Next day',
  skip: 'Skip to schedule',
  today: 'Today',
  month: 'Month',
  goTo: 'Go to date',
  goThere: 'Go',
  book: 'Add a booking',
  bookNext: 'Book next',
  close: 'Close a time',
  find: 'Find a client',
  figures: 'Figures',
  opening: 'Opening hours',
  closedDates: 'Holidays and closed dates',
  mails: 'Sent emails',
  download: 'Download',
  print: 'Print this day',
  signOut: 'Sign out',
  signedOutHere:
    'You were offline, so only this device is signed out. Sign in again to sign out your other devices.',
  more: 'More',
  back: 'Back',
  undo: 'Undo',
  notices: 'Notices',
  again: 'Try again',
  loadAgain: 'Reload',
  sendAgain: 'Send again',
  working: 'One moment...',
  days: 'Days',
  loading: 'Loading...',

  day: {
    opensAt: (time: string) => `Opens at ${time}`,
    noneTitle: 'No one is booked yet.',
    /** For a past day. */
    nobodyTitle: 'No one was booked.',
    noneText: (times: number, first: string, last: string) =>
      times === 0
        ? 'No open times left.'
        : times === 1
          ? `One open time: ${first}.`
          : `${times} open times, from ${first} to ${last}.`,
    /** Followed by the day, the time, and the name. */
    next: 'Next client:',
    lunchBreak: 'Lunch break',
    break: 'Break',
    noHoursTitle: 'No opening hours.',
    noHoursText: 'Clients can’t book this day. You can still add a booking.',
    open: (hours: string) => `Open, ${hours}`,
    closed: (hours: string) => `Closed ${hours}`,
    closedShort: 'Closed',
    reopen: 'Reopen',
    /** Reopens all days of a closed time at once. */
    reopenDays: (first: string, last: string) => `Reopen ${first} to ${last}`,
    busy: 'Busy in your calendar',
    busyShort: 'Busy',
    cancelledByClient: 'canceled by the client',
    cancelledByYou: 'canceled by you',
    cancelled: 'canceled',
    bookedByYou: 'booked by you',
    fresh: 'New',
    below: 'Canceled and rebooked',
    several: (count: number, time: string) => `${counted(count, 'client')}, ${time}`,
    today: 'today',
    clients: (count: number) => counted(count, 'client'),
    firstVisits: (count: number) => counted(count, 'first visit'),
    now: (time: string) => `Now, ${time}`,
  },

  visits: ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'],
  /** From the eleventh on: "11th", "21st" */
  laterVisit: (visit: number) => {
    const isTeen = Math.floor(visit / 10) % 10 === 1
    return `${visit}${(!isTeen && ['th', 'st', 'nd', 'rd'][visit % 10]) || 'th'}`
  },
  /** After "first", "second", and so on. */
  visit: 'visit',

  appointment: {
    call: 'Call',
    text: 'Text',
    mail: 'Email',
    move: 'Move',
    cancel: 'Cancel appointment',
    came: 'Came',
    didNotCome: 'Did not come',
    opens: (time: string) => `You can mark attendance from ${time}.`,
    note: 'Note',
    noteHint: 'only you can see this',
    save: 'Save',
    heardOf: (source: string) => `Found us on ${source}.`,
    heardOfFriend: 'Found us through a friend.',
    bookedBy: (by: 'client' | 'shop', day: string) =>
      `Booked by ${by === 'client' ? 'the client' : 'you'} on ${day}.`,
    ledger: 'Emails and calendar',
    movedBy: (by: 'client' | 'shop', day: string, from: string) =>
      `Moved by ${by === 'client' ? 'the client' : 'you'} on ${day}, from ${from}.`,
    cancelledBy: (by: 'client' | 'shop', day: string) =>
      `Canceled by ${by === 'client' ? 'the client' : 'you'} on ${day}.`,
    gone: 'We can’t find this appointment.',
    came_: (name: string) => `${name} came.`,
    did_not_come_: (name: string) => `${name} didn’t come.`,
    unnoted: (name: string) => `Attendance cleared for ${name}.`,
    noted: (time: string) => `Noted at ${time}.`,
    noteSaved: 'Note saved.',
    noteNow: (note: string) => `The note now says: ${note}`,
    notSent: (what: string) => `‘${what}’ wasn’t saved`,
  },

  /** Emails and calendar entries, by the job’s kind. */
  kinds: {
    'calendar-event': 'Calendar entry',
    'calendar-forgetting': 'Name removal from your calendar',
    'closure-event': 'Closed time in your calendar',
    'business-notification': 'Email to you',
    'client-invitation': 'Confirmation',
    'client-reminder': 'Reminder',
    'move-refused': 'Notice about a failed move',
    'event-restored': 'Notice about a restored entry',
    'calendar-notice': 'Notice about your calendar',
    'booking-alert': 'Notice about unusual bookings',
  },

  owed: {
    notDelivered: (what: string) => `${what} not sent`,
    stillNotDelivered: (what: string) => `${what} still not sent.`,
    delivered: (what: string) => `${what} sent.`,
    count: (count: number) => `${count} not sent`,
    since: (when: string) => `since ${when}`,
    /** Reasons for the common errors. Any other appears as it does in the server’s log. */
    why: {
      unreachable: 'Can’t reach the server',
      refused: 'The mail server rejected it',
      password: 'The mail server rejected the user name or password',
      certificate: 'The server’s certificate isn’t valid',
    },
    sentence: (count: number) => `${counted(count, 'item wasn’t', 'items weren’t')} sent.`,
    stillSentence: (count: number) => `${counted(count, 'item still wasn’t', 'items still weren’t')} sent.`,
    allDelivered: 'Everything was sent.',
    /** Followed by the clients’ names, if there are any. */
    to: (what: string, names: string) => (names ? `${what}: ${names}` : what),
  },
  offline: (time: string) => `No connection since ${time}.`,
  offlineText: 'You’re seeing the day as of then.',

  adding: {
    caps: 'Phone or walk-in',
    text: 'You only need a name, date, and time.',
    kind: 'Kind',
    kindOption: (name: string, minutes: number) => `${name}, ${counted(minutes, 'minute')}`,
    book: 'Book',
    title: (name: string) => `Book ${name}`,
    open: (minutes: number, day: string) => `Open for ${counted(minutes, 'minute')} on ${day}`,
    noneOpen: (minutes: number, day: string) => `No times left for ${counted(minutes, 'minute')} on ${day}`,
    name: ownerFieldTitles.full_name,
    email: ownerFieldTitles.email,
    phone: ownerFieldTitles.phone,
    date: ownerFieldTitles.appointment_date,
    time: ownerFieldTitles.appointment_time,
    length: 'Length',
    minutesUnit: 'min',
    source: ownerFieldTitles.referral_source,
    sourceUnknown: 'Not asked',
    fillIn: 'Fill in',
    lastVisit: (what: string, day: string) => `${what} ${day}`,
    booked: (name: string) => `${name} is booked.`,
    after: (kind: string) => `After the ${kind}`,
    inTwoWeeks: 'In two weeks',
    copyNote: 'Copy the note',
  },

  moving: {
    title: (name: string) => `Move ${name}`,
    text: 'The client will get an email with the new time.',
    moved: (name: string) => `Moved ${name}.`,
  },

  cancelling: {
    title: (name: string) => `Cancel ${name}’s appointment?`,
    text: 'The client gets an email, and the time opens up right away. You can’t undo this.',
    textWithoutMail:
      'The time opens up right away. We have no email address, so tell the client yourself. You can’t undo this.',
    textOver: 'It has already passed, so the client gets no email. You can’t undo this.',
    message: 'Message to the client',
    messageHint: 'optional',
    mail: 'The email begins',
    mailTitle: (kind: string) => `Your ${kind} is canceled.`,
    mailText: (kind: string, when: string) => `We’re sorry, but we have to cancel your ${kind} on ${when}.`,
    cancelled: (name: string) => `Canceled ${name}’s appointment.`,
  },

  undoing: {
    open: 'Undo bookings like this',
    title: 'Undo bookings like this?',
    text: 'We cancel all of them, and their times open up right away. Clients who never opened a link in our emails get no email; the others do. You can’t undo this.',
    which: 'Which bookings',
    by: {
      network: (count?: number) => `From the same network${count === undefined ? '' : `: ${count}`}`,
      email: (count?: number) => `With the same email address${count === undefined ? '' : `: ${count}`}`,
      phone: (count?: number) => `With the same phone number${count === undefined ? '' : `: ${count}`}`,
    },
    within: 'Booked in the last',
    hours: (hours: number) =>
      hours === 1 ? 'hour' : hours <= 24 ? counted(hours, 'hour') : counted(hours / 24, 'day'),
    undo: (count: number) => `Undo ${counted(count, 'booking')}`,
    undone: (count: number) => `Canceled ${counted(count, 'booking')}.`,
    alert: (count: number) => `${counted(count, 'booking')} in one hour.`,
    alertText: 'That’s unusual. Are these real clients?',
  },

  closing: {
    caps: 'Clients can’t book this time',
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
    reasonHint: 'only you can see this',
    standing: (count: number) => `${counted(count, 'appointment falls', 'appointments fall')} in this time.`,
    standingText: 'Each stays booked until you move or cancel it.',
    closed: 'Time closed.',
    reopened: 'Time reopened.',
    stillClosed: 'Reopened, but another closed time still covers part of it.',
    backwards: 'The end must be after the start.',
  },

  finding: {
    label: 'Name, phone, or email',
    none: 'No clients found.',
    found: (count: number) => `${counted(count, 'client')} found.`,
    forget: 'Delete client data',
    forgetTitle: (name: string) => `Delete ${name}’s data?`,
    forgetText:
      'Deletes the client’s name, phone, email, and notes. Their appointments stay in your figures without a name. You can’t undo this.',
    forgetVerb: 'Delete',
    forgotten: (name: string) => `Deleted ${name}’s data.`,
  },

  charts: {
    from: 'From',
    to: 'To',
    sources: 'Where clients come from',
    sourcesText: (count: number) => `${counted(count, 'consultation')}. Stitched line: how many came.`,
    cameOf: (came: number, back: number) => `${came} came, ${back} came back`,
    notAsked: 'Not asked',
    weeks: 'Bookings by week',
    weeksByFive: 'Bookings by week, five to a stroke',
    ahead: 'Days from booking to appointment',
    aheadHalf: 'half of clients',
    aheadNine: '9 in 10 clients',
    booked: 'booked',
    days: (count: number) => counted(count, 'day'),
    weeksOn: (weeks: number) => `${counted(weeks, 'week')} later`,
    came: 'Came',
    cameText: (tenths: number) =>
      tenths === 0 ? 'No one came.' : tenths === 10 ? 'Everyone came.' : `${tenths} in 10 clients came.`,
    cancelledBefore: 'Canceled',
    bySource: (from: string, to: string) => `By source, ${from} to ${to}`,
    byWeek: 'By week',
    source: 'Source',
    weekOf: 'Week of',
    count: {
      booked: 'Booked',
      came: 'Came',
      did_not_come: 'Did not come',
      cancelled: 'Canceled',
      came_back: 'Came back',
    },
    all: 'All',
    showAll: (count: number) => `Show all ${counted(count, 'week')}`,
    none: 'No bookings between these dates.',
  },

  seam: {
    title: 'From consultation to fitting',
    text: (count: number, back: number) => `Of ${counted(count, 'consultation')}, ${back} led to a fitting.`,
    back: 'came back',
    all: 'in all',
    byFive: 'One stitch is five.',
    kinds: 'Booked, by kind',
  },

  sent: {
    text: 'No mail server is set up, so emails are saved here instead of sent.',
    none: 'No emails yet.',
    byServer: 'Emails go out through your mail server. No copies are kept here.',
    to: (address: string) => `to ${address}`,
    attached: (files: string) => `Attached: ${files}`,
  },

  taking: {
    text: 'All appointments between two dates, including canceled ones.',
    csv: 'Spreadsheet (CSV)',
    calendar: 'Calendar (iCalendar)',
  },

  wayIn: {
    text: 'For the shop’s owner. We’ll email a sign-in link to the shop’s address.',
    mail: 'Email me a link',
    mailedTitle: 'Check your email.',
    mailedText: 'The link works once, within 15 minutes. Didn’t get it? Check your spam folder.',
    pasted: 'Link from the email',
    pastedHint: 'In the email, press and hold the link, copy it, and paste it here.',
    noLink: 'That isn’t the whole link. Copy it from the email again.',
    linkTitle: 'Sign in to the desk',
    linkText: 'This device stays signed in until you go 30 days without using it.',
    open: 'Open the desk',
    usedTitle: 'This link no longer works',
    usedText: 'Each link works once, within 15 minutes. Request a new one.',
    ended: 'You’re signed out. Request a new link to sign in.',
  },

  errors: {
    unreachable: 'Not sent: there’s no connection.',
    /** The same, for a request that only reads. */
    unread: 'Not loaded: there’s no connection.',
    unanswered: 'The server didn’t answer. Check whether the change went through before you send it again.',
    unknown: 'That didn’t work. Please try again.',
    notLoaded: 'We couldn’t load this part of the desk.',
    changed: 'Someone else changed this first, so your change wasn’t made. Here’s how it is now:',
    stands: (when: string, state: string) => `${when}, ${state}.`,
    expected: 'booked',
  },

  paper: {
    asOf: (time: string) => `The desk, as of ${time}`,
    closed: (hours: string, reason: string) => `Closed ${hours}${reason && ` (${reason})`}.`,
  },
}
