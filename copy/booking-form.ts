import { business } from '../demo/business.ts'
import { claims } from '../demo/claims.ts'
import { counted } from './dates.ts'

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
/** Words with which a client keeps what was agreed, wherever it is shown: on the page, in the mails, behind their link. */
export const agreement = {
  map: 'Show on a map',
  keep: 'Add it to your calendar',
  google: 'Google',
  outlook: 'Outlook',
}

/** What each field is called, above it and in sentences. */
export const fieldTitles = {
  full_name: 'Full Name',
  email: 'Email Address',
  phone: 'Phone Number',
  appointment_date: 'Preferred Date',
  appointment_time: 'Preferred Time',
  referral_source: 'How did you hear about us?',
}

/** What is wrong with a field, in a sentence that stands beside it and names it. */
export const fieldFaults = {
  required: (title: string) => `${title} is required.`,
  noText: (title: string) => `${title} must be text.`,
  nameCharacter: 'Full Name has a character that cannot be written on a ticket.',
  nameLength: (most: number) => `Full Name can have at most ${counted(most, 'character')}.`,
  nameAddress: 'Full Name is for a name: it cannot hold the address of a website or a mailbox.',
  email: 'Email Address must look like name@example.com.',
  emailLetters: 'Email Address can have only the letters a to z, without accents, before the @.',
  phone: 'Phone Number must have 7 to 15 digits, like (555) 123-4567.',
  noDate: 'Preferred Date must be a day of the calendar, as YYYY-MM-DD.',
  earliest: (date: string) => `Preferred Date can be ${date} at the earliest.`,
  latest: (date: string) => `Preferred Date can be ${date} at the latest.`,
  closed: 'Preferred Date is a day on which we are closed.',
  /** Said after it, and on the page of a visit. */
  openOn: (days: string) => `We are open every ${days}.`,
  openExcept: (days: string) => `We are open every day except ${days}.`,
  time: (first: string, last: string) => `Preferred Time must be between ${first} and ${last}.`,
  clockChange: 'Preferred Time does not exist once on that day, because the clocks change.',
  source: (sources: string) => `How did you hear about us? takes one of ${sources}.`,
}

/** The small lines under the first visit; the numbers come from demo/social-proof.ts or from your bookings. */
export const socialProofWords = {
  viewers: (count: number) => `${count} people viewing this page`,
  slots: (count: number) => `Only ${counted(count, 'consultation slot')} left this month`,
  minutes: (count: number) => counted(count, 'minute'),
  hours: (count: number) => counted(count, 'hour'),
  days: (count: number) => counted(count, 'day'),
  lastBooked: (span: string) => `Last booked: ${span} ago`,
  hide: 'Hide these figures',
  show: 'Show these figures',
}
