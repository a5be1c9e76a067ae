/**
 * The text of all emails. Change the text between the quotes, and leave the words before the colons. Each appointment
 * fills in `${when}` and the like.
 */

import { counted } from '#copy/dates.ts'
import { callOrText } from '#copy/phone.ts'
import { business, fullName } from '#shop/business.ts'
import { claims } from '#shop/claims.ts'

export const clientMails = {
  greeting: (name: string) => `Hello ${name},`,
  calendarFile: 'Or open the calendar file attached to this email.',
  manage: 'Reschedule or cancel',
  manageUntil: (until: string) => `You can use this link until ${until}. No account needed.`,
  manageByPhone: `To reschedule or cancel, ${callOrText}.`,
  afterwards: `After that, ${callOrText}.`,
  footer: `${fullName}. By appointment only.`,
  notYou:
    'Someone booked an appointment with this email address. If it wasn’t you, cancel with the link above.',
  bookedByShop: (kind: string) =>
    `You’re getting this email because we booked this ${kind} for you. If it isn’t yours, cancel with the link above.`,
  /** For an appointment that clients can’t book themselves. */
  length: (name: string, minutes: number) => `${name}, about ${counted(minutes, 'minute')}`,
}

export const confirmation = {
  subject: (kind: string, when: string) => `Your ${kind}: ${when}`,
  preview: (when: string) => `You’re booked for ${when}.`,
  bringTitle: 'What to bring',
  visitTitle: `Your ${claims.consultation}`,
  visitStep: (minutes: number, what: string) =>
    `${minutes === 0 ? 'Start' : `${counted(minutes, 'minute')} in`}: ${what}`,
}

export const rescheduled = {
  subject: (when: string) => `Rescheduled: ${when}`,
  preview: (when: string) => `Your new time is ${when}.`,
  title: (kind: string) => `Your ${kind} is rescheduled.`,
  byClient: (before: string) => `As you asked, we moved it from ${before}.`,
  /** The time is the same; only the length changed. */
  length: (kind: string, minutes: number) => `Your ${kind} now takes ${counted(minutes, 'minute')}.`,
  byOwner: (kind: string, before: string) =>
    `We had to move your ${kind} from ${before}. If the new time doesn’t work for you, please choose another.`,
}

export const cancelled = {
  subject: (when: string) => `Canceled: ${when}`,
  title: (kind: string) => `Your ${kind} is canceled.`,
  byClient: (kind: string, when: string) => `As you asked, we canceled your ${kind} on ${when}.`,
  byOwner: (kind: string, when: string) => `We’re sorry, but we have to cancel your ${kind} on ${when}.`,
  again: 'Book another time',
  /** In place of the button, for an appointment that clients can’t book themselves. */
  againByPhone: `To set a new time, ${callOrText}.`,
}

export const reminder = {
  subject: (when: string) => `Reminder: ${when}`,
  preview: (kind: string, when: string) => `Your ${kind} is on ${when}.`,
  title: 'See you soon.',
  lead: (lead: string) => `This is a reminder. ${lead}`,
  confirm: 'I’ll be there',
  /** Email apps open links automatically, so an opened link proves nothing. */
  confirmText: 'Tap it once more on the page that opens, and we’ll know.',
}

/** Once an order is ready for the appointment. */
export const ready = {
  subject: (kind: string) => `Ready for your ${kind}`,
}

export const late = {
  subject: 'We’re running late today',
  title: 'We’re running late.',
  lead: (kind: string, time: string) => `Your ${kind} will start at about ${time}.`,
  stays: `Nothing else changes. If that doesn’t work for you, ${callOrText}.`,
}

export const businessMails = {
  booked: {
    subject: (name: string, when: string) => `New consultation: ${name}, ${when}`,
    title: 'A new consultation is booked.',
  },
  rescheduled: {
    subject: (name: string, when: string) => `Rescheduled: ${name}, ${when}`,
    title: (kind: string) => `The ${kind} is rescheduled.`,
    lead: (before: string) => `The client moved it from ${before}.`,
  },
  cancelled: {
    subject: (name: string, when: string) => `Canceled: ${name}, ${when}`,
    title: (kind: string) => `The ${kind} is canceled.`,
    lead: 'The client canceled it. The time is open again.',
  },
  desk: 'Open at the desk',
  calendar: 'Add it to your calendar',
  reply: 'Reply to this email to reach the client.',
}

export const deskLink = {
  subject: 'Your sign-in link',
  title: 'Sign in to the desk.',
  open: 'Open the desk',
  lasts: (minutes: number) => `Good for one use within ${counted(minutes, 'minute')}.`,
  notYou: 'If you didn’t request this, ignore it. No one can sign in without this email.',
}

/** When the owner moved an event to where the appointment can’t be. */
export const moveRefused = {
  subject: (name: string, kind: string) => `Not moved: ${name}’s ${kind}`,
  title: (kind: string) => `The ${kind} wasn’t moved.`,
  lead: (name: string, kind: string, wanted: string) =>
    `In your calendar you moved ${name}’s ${kind} to ${wanted}.`,
  why: {
    taken: 'Another client has an appointment at that time.',
    'all-day': 'It’s an all-day event, so it has no appointment time.',
    past: 'That time has passed.',
    'clock-change': 'The clocks change then, so this time is skipped or happens twice.',
  },
  stays: (when: string) =>
    `It stays on ${when}. The server didn’t notify the client, and it will move the event back.`,
}

/** When the event of a canceled appointment is in the calendar again. */
export const eventRestored = {
  subject: (name: string, kind: string) => `Still canceled: ${name}’s ${kind}`,
  title: (kind: string) => `A canceled ${kind} is in your calendar again.`,
  lead: (name: string, kind: string, when: string) =>
    `${name}’s ${kind} on ${when} was canceled, and the client knows. Now the entry is back.`,
  stays:
    'It stays canceled. While the entry is there, no one can book that time. If the client is coming after all, delete the entry and book it again at the desk.',
}

export const calendarNotice = {
  subject: 'Your calendar needs attention',
  held: (count: number) =>
    `${counted(count, 'appointment has', 'appointments have')} vanished from your calendar together. In case that was an accident, the server kept ${count === 1 ? 'it' : 'them'} booked and didn’t notify anyone:`,
  heldWhatToDo:
    'If it was an accident, restore the entries from your calendar’s trash, or tap “Put back” at the desk. If you meant to cancel them, tap “Cancel them” there, and the server will notify the clients. On the server, "npm run calendar -- put-back" and "npm run calendar -- confirm" do the same.',
  unread: (when: string) =>
    `The server hasn’t been able to read your calendar since ${when}. It can’t see your changes since then, so clients can book times when you’re busy.`,
  neverRead: 'The server can’t read your calendar yet, so clients can book times when you’re busy.',
  unreadWhatToDo: 'Run "npm run doctor" on the server to find out what’s wrong.',
  unreadable: (count: number) =>
    `The server couldn’t read ${counted(count, 'entry', 'entries')}, so clients can book ${count === 1 ? 'its time' : 'their times'}. You’ll find ${count === 1 ? 'it' : 'them'} in the server’s log. Delete ${count === 1 ? 'it' : 'them'} and create ${count === 1 ? 'it' : 'them'} again.`,
}

/** When something keeps failing: by email about the calendar, in the calendar about email. */
export const trouble = {
  calendarSubject: (count: number) =>
    `The server can’t reach your calendar: ${counted(count, 'entry is', 'entries are')} waiting`,
  calendarTitle: 'The server can’t reach your calendar.',
  calendarLead:
    'These appointments are booked and saved, but they aren’t in your calendar yet. The server keeps trying.',
  mailSummary: (count: number) =>
    `Emails aren’t going out: ${counted(count, 'email is', 'emails are')} waiting`,
  mailLead:
    'The server couldn’t send these emails. The appointments are booked and saved. It keeps trying, except where an email failed permanently.',
  whatToDo:
    'Run "npm run doctor" on the server to find out what’s wrong. "npm run jobs" lists what’s waiting.',
  noError: 'error unknown',
  waits: (what: string, when: string, error: string) => `${what} for ${when} (${error})`,
  givenUp: (what: string, when: string, error: string) =>
    `${what} for ${when} (${error}): failed permanently. Check the address. "npm run jobs -- retry" tries again.`,
  kinds: {
    'calendar-event': 'Calendar entry',
    'closure-event': 'Calendar entry for a closed time',
    'calendar-forgetting': 'Removing a deleted client from the calendar',
    'business-notification': 'Your notification',
    'client-invitation': 'The client’s confirmation',
    'client-reminder': 'The client’s reminder',
    'client-ready': 'The client’s notice that it’s ready',
    'client-late': 'The client’s notice that you’re late',
    'move-refused': 'Notice that a move wasn’t possible',
    'event-restored': 'Notice that a canceled consultation is back in your calendar',
    'calendar-notice': 'Notice that your calendar needs attention',
    'booking-alert': 'Notice of unusually many bookings',
  },
}

export const bookingAlert = {
  subject: (count: number) => `Unusual: ${counted(count, 'booking')} in one hour`,
  title: 'Are these real clients?',
  lead: (count: number) => `${counted(count, 'booking')} came from your page within one hour.`,
  fromNetwork: (count: number) =>
    `${counted(count, 'booking')} of them came from one network. A family or an office can do that, and so can one person with made-up names.`,
  onlyNetwork:
    'No other network booked within a day. If that’s usual for your page, the server mistakes your proxy or CDN for all visitors: run npm run doctor.',
  usually: (count: number) => `In a usual week, you get ${counted(count, 'booking')}.`,
  whatToDo:
    'If they’re real, you don’t have to do anything. If they aren’t, open them at the desk and check the ones to undo.',
  desk: 'Open them at the desk',
}

export const testMail = {
  subject: 'Test email',
  preview: 'If you can read this, email works.',
  title: 'Email works.',
  sent: (when: string) => `Sent by "npm run doctor -- --send" on ${when}.`,
}

export const calendarEvents = {
  business: (name: string) => `Consultation: ${name}`,
  name: (name: string) => `Client: ${name}`,
  email: (email: string) => `Email: ${email}`,
  phone: (phone: string) => `Phone: ${phone}`,
  client: `Consultation at ${business.name}`,
  clientDescription: `Plan on ${claims.consultation} for your free consultation with ${fullName}. Bring the shoes you’ll wear with the suit, if you have them.\nQuestions? Please ${callOrText}.`,
}

/** The rest of the owner's calendar, which the page never writes. */
export const ownersCalendar = {
  closed: (reason: string) => (reason ? `Closed: ${reason}` : 'Closed'),
  feed: `${business.name}: appointments`,
}

export const kindEvents = {
  business: (kind: string, name: string) => `${kind}: ${name}`,
  client: (kind: string) => `${kind} at ${business.name}`,
  clientDescription: (minutes: number, lead: string, bring: readonly string[]) =>
    [
      `Plan on ${counted(minutes, 'minute')}. ${lead}`,
      ...(bring.length > 0 ? [`What to bring: ${bring.join(' ')}`] : []),
      `Questions? Please ${callOrText}.`,
    ].join('\n'),
}
