import { business } from '../business.ts'
import { claims } from './claims.ts'

/** Words of the booking form, its messages and its toasts. */
export const bookingForm = {
  title: 'Consultation',
  terms: `${claims.consultation}, free`,
  termsTip: 'Measuring and choosing cloth take that long. You pay nothing for it and need not order.',

  /** Each field's title with the sign that it has to be filled. */
  label: (title: string) => `${title} *`,
  phonePlaceholder: '(555) 123-4567',
  timeHint: (first: string, last: string) => `${business.timeZoneName}, ${first} to ${last}.`,
  phoneHint: 'Only so that we can reach you about this appointment.',
  referralPlaceholder: 'Choose one',
  referralSources: {
    facebook: 'Facebook',
    instagram: 'Instagram',
    google: 'Google',
    linkedin: 'LinkedIn',
    tiktok: 'TikTok',
    friend: 'Friend',
  },

  /** Only for browsers that show no style. */
  honeypot: 'Leave this free',

  submit: 'Book Appointment',
  submitting: 'Booking...',
  allRequired: 'All fields are required. By appointment only.',
  /** Followed by the names of the empty fields. */
  stillNeeded: 'Still needed:',
  /** A date or a time of which only a part has been entered. */
  incomplete: (field: string) => `${field} is not complete.`,

  /** Asked about an address that looks like a slip. */
  didYouMean: (address: string) => `Did you mean ${address}?`,

  openTimes: {
    loading: 'Looking up the open times...',
    failed: 'The open times cannot be shown just now. Enter the time you would like.',
    /** Followed by the day. */
    open: 'Still open on',
    /** Followed by the day. */
    none: 'No time is left on',
    /** Followed by the day; shown when the chosen time is taken. */
    nearest: 'The nearest open times on',
  },

  booked: {
    toastTitle: 'Appointment Booked!',
    toastText: 'Your consultation has been scheduled and automatically added to your calendar.',
    heading: (day: string, time: string) => `We expect you on ${day} at ${time}, ${business.timeZoneName}.`,
    file: 'Calendar file (.ics)',
    mail: 'A mail is on its way to you. It says how to move or cancel your visit.',
  },

  failed: {
    toastTitle: 'Booking Failed',
    toastText: (reason: string) => `Error: ${reason}`,
    booking: (reason: string) => `Booking failed. Error: ${reason}`,
    calendar: (reason: string) => `Calendar creation failed: ${reason}`,
    notification: (reason: string) => `Email sending failed: ${reason}`,

    /** Reasons, where the server has given none. */
    unknown: 'Unknown error occurred',
    unreachable:
      'The shop could not be reached. Your entries are still here: check your connection and try again.',
    unanswered:
      'No answer came, so you may be booked already. Please send it again unchanged: you will not be booked twice.',
    followUpUnanswered: 'It takes longer than usual. We will finish it for you.',
  },
} as const

/** What the messages in the page's corner are called for whoever cannot see them. */
export const toastWords = {
  region: 'Notifications',
  close: 'Close',
}
