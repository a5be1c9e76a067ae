import { counted, inWords } from '#copy/dates.ts'
import { deskAppointment } from '#copy/desk-appointment.ts'
import { deskClients } from '#copy/desk-clients.ts'
import { deskDay } from '#copy/desk-day.ts'
import { deskFigures } from '#copy/desk-figures.ts'
import { deskMore } from '#copy/desk-more.ts'

/** The words of the desk, where the owner runs the shop. Those of one screen have a file of their own. */
export const desk = {
  ...deskAppointment,
  ...deskClients,
  ...deskDay,
  ...deskFigures,
  ...deskMore,

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
  dates: 'Dates',
  mails: 'Sent emails',
  download: 'Download',
  print: 'Print this day',
  printShort: 'Print',
  signOut: 'Sign out',
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

  /** A form that was left with something typed. */
  unsaved: {
    title: 'Not saved',
    keepEditing: 'Keep editing',
  },

  /** Emails and calendar entries, by the job’s kind. */
  kinds: {
    'calendar-event': 'Calendar entry',
    'calendar-forgetting': 'Removing name from calendar',
    'closure-event': 'Closed time in your calendar',
    'business-notification': 'Email to you',
    'client-invitation': 'Confirmation',
    'client-reminder': 'Reminder',
    'client-ready': 'Ready',
    'client-late': 'Running late',
    'move-refused': 'Notice about a failed move',
    'event-restored': 'Notice about a restored entry',
    'calendar-notice': 'Notice about your calendar',
    'booking-alert': 'Notice about unusual bookings',
  },

  closing: {
    caps: 'Clients can’t book this time',
    capsOne: 'The other places stay open',
    closeTime: 'Close this time',
    closeCount: (days: number) => `Close ${counted(days, 'day')}`,
    closeHours: (hours: string) => `Close ${hours}`,
    howLong: 'How long',
    afternoon: 'Afternoon',
    restOfDay: 'Rest of the day',
    wholeDays: 'Whole days',
    hours: 'Hours',
    through: (first: string, last: string) => `${first} through ${last}`,
    whoIsAway: 'Who is away',
    everyone: 'Everyone',
    oneFitter: 'One fitter',
    othersOpen: (places: number) =>
      places === 1
        ? 'Clients can still book the other place.'
        : `Clients can still book the other ${inWords(places)} places.`,
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
    closedDays: (first: string, last: string) =>
      first === last ? `Closed ${first}.` : `Closed ${first} to ${last}.`,
    closedHours: (hours: string, day: string) => `Closed ${hours} on ${day}.`,
    reopened: 'Time reopened.',
    stillClosed: 'Reopened, but another closed time still covers part of it.',
    backwards: 'The end must be after the start.',
  },

  errors: {
    unreachable: 'Not sent. You’re offline.',
    /** For a request that only reads. */
    unread: 'Not loaded. You’re offline.',
    unanswered: 'The server didn’t answer. Check whether the change went through before you send it again.',
    unknown: 'That didn’t work. Please try again.',
    notLoaded: 'This part of the desk didn’t load.',
    changed: 'Someone else changed this first, so yours wasn’t saved. Here’s the latest:',
    stands: (when: string, state: string) => `${when}, ${state}.`,
    expected: 'booked',
  },
}
