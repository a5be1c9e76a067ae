/**
 * Every word of the mails. Change the text between the quotes; leave the words before the colons.
 * `${when}` and the like stand for what each appointment fills in.
 */
import { business, fullName } from '../demo/business.ts'
import { claims } from '../demo/claims.ts'
import { counted } from './dates.ts'

/** What every mail to a client says. */
export const clientMails = {
  greeting: (name: string) => `Dear ${name},`,
  calendarFile: 'Or open the calendar file that comes with this mail.',
  manage: 'Move or cancel it',
  manageUntil: (until: string) =>
    `You can move or cancel it with this link until ${until}. No account needed.`,
  manageByPhone: `To move or cancel it, call or text ${business.phone.display}.`,
  afterwards: `After that, call or text ${business.phone.display}.`,
  footer: `${fullName}. By appointment only.`,
  notYou:
    'You get this mail because somebody booked with your address. If it was not you, cancel with the link above.',
}

export const confirmation = {
  subject: (when: string) => `Your consultation on ${when}`,
  preview: (when: string) => `We expect you on ${when}.`,
  title: 'We expect you.',
  lead: 'Your free consultation is booked.',
  bringTitle: 'What to bring',
  bring: [
    'The shoes you mean to wear with the suit.',
    'A jacket that nearly fits, if you have one.',
    'The day it has to be ready, if there is one.',
  ],
  visitTitle: `What happens in ${claims.consultation}`,
}

export const rescheduled = {
  subject: (when: string) => `Moved: your consultation is now on ${when}`,
  preview: (when: string) => `Your new time is ${when}.`,
  title: 'Your consultation has moved.',
  byClient: (before: string) => `As you asked, it is no longer on ${before}.`,
  byOwner: (before: string) =>
    `We had to move it: it is no longer on ${before}. If the new time does not suit you, choose another.`,
}

export const cancelled = {
  subject: (when: string) => `Cancelled: your consultation on ${when}`,
  preview: 'Your consultation is cancelled.',
  title: 'Your consultation is cancelled.',
  byClient: (when: string) => `As you asked, we do not expect you on ${when}.`,
  byOwner: (when: string) => `We are sorry: we cannot see you on ${when}. Please choose another time.`,
  again: 'Book another time',
}

export const reminder = {
  subject: (when: string) => `A reminder: your consultation on ${when}`,
  preview: (when: string) => `We expect you on ${when}.`,
  title: 'We expect you soon.',
  lead: `A short reminder of your free consultation. It takes ${claims.consultation}.`,
}

export const businessMails = {
  booked: {
    subject: (name: string, when: string) => `New consultation: ${name}, ${when}`,
    title: 'A new consultation is booked.',
  },
  rescheduled: {
    subject: (name: string, when: string) => `Moved: ${name}, now ${when}`,
    title: 'A consultation has moved.',
    lead: (before: string) => `The client has moved it. It was on ${before}.`,
  },
  cancelled: {
    subject: (name: string, when: string) => `Cancelled: ${name}, ${when}`,
    title: 'A consultation is cancelled.',
    lead: 'The client has cancelled it. The time is open again.',
  },
  desk: 'Open it at the desk',
  calendar: 'Add it to your calendar',
  reply: 'Answer this mail to write to the client.',
}

/** The mail with the link that opens the desk. */
export const deskLink = {
  subject: 'Your link to the desk',
  title: 'Come to the desk.',
  open: 'Open the desk',
  lasts: (minutes: number) => `The link works once, within ${counted(minutes, 'minute')}.`,
  notYou: 'If you have not asked for it, do nothing: without this mail nobody gets in.',
}

/** What the owner reads when an event was moved in the calendar to where the appointment cannot be. */
export const moveRefused = {
  subject: (name: string) => `Not moved: the consultation of ${name}`,
  title: 'A consultation was not moved.',
  lead: (name: string, wanted: string) =>
    `In your calendar you moved the consultation of ${name} to ${wanted}.`,
  why: {
    taken: 'Another client has an appointment at that time.',
    'all-day': 'As an event of the whole day, it has no time at which the client could come.',
    past: 'That time is over.',
    'clock-change': 'The clocks change at that time, so it could mean two moments or none.',
  },
  stays: (when: string) =>
    `It stays on ${when}. The client was told nothing, and the event in your calendar goes back to that time.`,
}

/** What the owner reads when the event of a cancelled consultation is in the calendar again. */
export const eventRestored = {
  subject: (name: string) => `Still cancelled: the consultation of ${name}`,
  title: 'A cancelled consultation is in your calendar again.',
  lead: (name: string, when: string) =>
    `The consultation of ${name} on ${when} was cancelled, and the client was told so. Now its entry is back.`,
  stays:
    'The consultation stays cancelled. As long as the entry stands, nobody can book its time. If the client is to come after all, delete the entry and ask the client to book again.',
}

/** What the owner reads of the calendar as a whole. */
export const calendarNotice = {
  subject: 'Your calendar needs a look',
  held: (count: number) =>
    `${counted(count, 'consultation has', 'consultations have')} disappeared from your calendar with others. In case it was an accident, ${count === 1 ? 'it stays' : 'they stay'} booked, and no client was told anything:`,
  heldWhatToDo:
    'If it was an accident, bring the entries back from your calendar’s trash, or run "npm run calendar put-back" on the server to have them written again. If you meant to cancel them, run "npm run calendar confirm": then the clients are told.',
  unread: (when: string) =>
    `It could not be read since ${when}. What you have entered or changed since then is not known to the booking page: times that you are busy can be booked.`,
  neverRead:
    'It could not be read so far. What you have entered there is not known to the booking page: times that you are busy can be booked.',
  unreadWhatToDo: 'What to do: run "npm run doctor" on the server; it says what is wrong.',
  unreadable: (count: number) =>
    `${counted(count, 'entry', 'entries')} of it could not be read, so the booking page does not know when you are busy with ${count === 1 ? 'it' : 'them'}. The server’s log names ${count === 1 ? 'it' : 'them'}; delete ${count === 1 ? 'it' : 'them'} and write ${count === 1 ? 'it' : 'them'} again.`,
}

/** What the owner reads when something keeps failing; by mail about the calendar, in the calendar about mails. */
export const trouble = {
  calendarSubject: (count: number) =>
    `Your calendar cannot be reached: ${counted(count, 'entry waits', 'entries wait')}`,
  calendarTitle: 'Your calendar cannot be reached.',
  calendarLead:
    'These appointments are booked and saved, but they do not stand in your calendar yet. They are tried again by themselves; once the calendar can be reached, they appear.',
  mailSummary: (count: number) => `Mails are not going out: ${counted(count, 'mail waits', 'mails wait')}`,
  mailLead:
    'These mails could not be sent. The appointments are booked and saved, and what is not given up is tried again by itself.',
  whatToDo:
    'What to do: run "npm run doctor" on the server; it says what is wrong. "npm run jobs" lists what waits.',
  noFault: 'no fault is known',
  waits: (what: string, when: string, fault: string) => `${what} for ${when} (${fault})`,
  givenUp: (what: string, when: string, fault: string) =>
    `${what} for ${when} (${fault}): given up. Is the address right? "npm run jobs -- retry" tries it once more.`,
  kinds: {
    'calendar-event': 'Calendar entry',
    'closure-event': 'Calendar entry of a closed time',
    'calendar-forgetting': 'Taking a client who is to be forgotten out of the calendar entry',
    'business-notification': 'Your notification',
    'client-invitation': 'The client’s confirmation',
    'client-reminder': 'The client’s reminder',
    'move-refused': 'The news of a move that was not possible',
    'event-restored': 'The news of a cancelled consultation that is in your calendar again',
    'calendar-notice': 'The news that your calendar needs a look',
  },
}

/** What the owner gets who asks the doctor for a mail. */
export const testMail = {
  subject: 'A test of your mail',
  preview: 'If you can read this, mail works.',
  title: 'Mail works.',
  sent: (when: string) => `Sent by "npm run doctor -- --send" on ${when}.`,
}

/** What calendars show of appointments and closed times: the owner's, and the client's. */
export const calendarEvents = {
  business: (name: string) => `Consultation: ${name}`,
  name: (name: string) => `Client: ${name}`,
  email: (email: string) => `Email: ${email}`,
  phone: (phone: string) => `Phone: ${phone}`,
  forgotten: 'Consultation',
  /** In place of the name, wherever it stood. */
  forgottenName: 'Forgotten',
  closed: (reason: string) => (reason ? `Closed: ${reason}` : 'Closed'),
  client: `Consultation at ${business.name}`,
  clientDescription: `Your free consultation with ${fullName}. It takes ${claims.consultation}. Bring the shoes you would wear.\nQuestions: text ${business.phone.display}`,
  feed: `${business.name}: consultations`,
}
