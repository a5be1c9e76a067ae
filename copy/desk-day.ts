import { capitalize, counted, inWords } from '#copy/dates.ts'

const ordinals = [
  ...['first', 'second', 'third', 'fourth', 'fifth'],
  ...['sixth', 'seventh', 'eighth', 'ninth', 'tenth'],
]

function ordinal(number: number): string {
  const isTeen = Math.floor(number / 10) % 10 === 1
  const ending = (!isTeen && ['th', 'st', 'nd', 'rd'][number % 10]) || 'th'
  return ordinals[number - 1] ?? `${number}${ending}`
}

/** The words of the day: its timeline, new bookings, and what needs the owner. */
export const deskDay = {
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
    next: (day: string, time: string, name: string) => `Next client: ${day}, ${time}, ${name}`,
    lunchBreak: 'Lunch break',
    break: 'Break',
    noHoursTitle: 'No opening hours.',
    noHoursText: 'Clients can’t book this day. You can still add a booking.',
    open: (hours: string) => `Open, ${hours}`,
    closed: (hours: string) => `Closed ${hours}`,
    closedShort: 'Closed',
    /** Next to a client. @param capacity - how many clients can come at a time */
    placesLeft: (capacity: number) => (capacity === 2 ? 'One place' : 'Places left'),
    placesClosed: (places: number) => `${capitalize(inWords(places))} closed`,
    reopen: 'Reopen',
    /** Reopens all days of a closed time together. */
    reopenDays: (first: string, last: string) => `Reopen ${first} to ${last}`,
    busy: 'Busy in your calendar',
    busyShort: 'Busy',
    cancelledByClient: 'canceled by the client',
    cancelledByYou: 'canceled by you',
    cancelled: 'canceled',
    bookedByYou: 'booked by you',
    fresh: 'New',
    confirmed: 'confirmed',
    below: 'Canceled and rebooked',
    several: (count: number, time: string) => `${counted(count, 'client')}, ${time}`,
    today: 'today',
    /** In a text: "See you tomorrow". */
    tomorrow: 'tomorrow',
    on: (day: string) => `on ${day}`,
    clients: (count: number) => counted(count, 'client'),
    now: (time: string) => `Now, ${time}`,
  },

  /** "first", "second", ..., "11th" */
  ordinal,
  /** "first visit" */
  visitNumber: (visit: number) => `${ordinal(visit)} visit`,

  /** Bookings from the page, until the owner has seen them on this device. */
  news: {
    title: (count: number) => `New: ${counted(count, 'booking')}`,
    one: (name: string) => `New: ${name}`,
    more: (count: number) => `and ${count} more`,
    gotIt: 'Got it',
    open: 'Open',
    /** "today, 5:00 PM" */
    near: { today: (time: string) => `today, ${time}`, tomorrow: (time: string) => `tomorrow, ${time}` },
    /** "Tomorrow, Saturday, November 28 at 12:00 PM" */
    nearDay: {
      today: (moment: string) => `Today, ${moment}`,
      tomorrow: (moment: string) => `Tomorrow, ${moment}`,
    },
    onDay: (count: number) => `${count} new`,
  },

  pending: {
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

  failingEmails: {
    title: (count: number, when: string) =>
      `${counted(count, 'email has', 'emails have')} been failing since ${when}.`,
    text: 'Call the clients who are waiting for one. On the server, run npm run doctor to find the cause.',
  },

  /** Events that vanished from the owner’s calendar together. */
  vanished: {
    title: (count: number) =>
      `${counted(count, 'appointment has', 'appointments have')} vanished from your calendar together.`,
    text: (names: string) =>
      `Still booked, and no one was notified: ${names}. If it was an accident, put them back.`,
    putBack: 'Put back',
    cancel: 'Cancel them',
    sure: (count: number) =>
      `This cancels ${counted(count, 'appointment')} and emails the clients. You can’t undo this.`,
    cancelAll: (count: number) => `Cancel ${counted(count, 'appointment')}`,
    keep: 'Not now',
    cancelling: 'They’ll be canceled with the next sync.',
    puttingBack: 'They’ll be back in your calendar shortly.',
  },
  offline: (time: string) => `No connection since ${time}.`,
  offlineText: 'You’re seeing the day as of then.',

  paper: {
    asOf: (time: string) => `The desk, as of ${time}`,
    clients: (count: number, firsts: number) =>
      firsts === 0
        ? `${counted(count, 'client')}.`
        : `${counted(count, 'client')}, ${counted(firsts, 'first visit')}.`,
    closed: (hours: string, reason: string) => `Closed ${hours}${reason && ` (${reason})`}.`,
    away: (places: number, hours: string, reason: string) =>
      `${capitalize(inWords(places))} closed ${hours}${reason && ` (${reason})`}.`,
  },
}
