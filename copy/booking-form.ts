import { business } from '#shop/business.ts'
import { claims } from '#shop/claims.ts'
import { counted } from './dates.ts'

export const bookingForm = {
  title: 'Consultation',
  terms: `${claims.consultation}, free`,
  termsTip: 'That covers measuring and choosing fabric. It’s free, and you don’t have to order.',

  label: (title: string) => `${title} *`,
  phonePlaceholder: '(555) 123-4567',
  timeHint: (first: string, last: string) => `${first} to ${last}, ${business.timeZoneName}.`,
  /** Where days have different hours. */
  timeHintByDay: (first: string, last: string) =>
    `${first} to ${last}, ${business.timeZoneName}. Hours vary by day.`,
  phoneHint: 'We’ll only use it to reach you about this appointment.',
  referralPlaceholder: 'Choose one',
  referralSources: {
    facebook: 'Facebook',
    instagram: 'Instagram',
    google: 'Google',
    linkedin: 'LinkedIn',
    tiktok: 'TikTok',
    friend: 'Friend',
  },

  /** Seen only in browsers without CSS. */
  honeypot: 'Leave this field blank',

  submit: 'Book Appointment',
  submitting: 'Booking...',
  allRequired: 'All fields are required. By appointment only.',
  /** Followed by the names of the empty fields. */
  stillNeeded: 'Still needed:',
  incomplete: (field: string) => `${field} is incomplete.`,

  didYouMean: (address: string) => `Did you mean ${address}?`,

  openTimes: {
    loading: 'Loading open times...',
    failed: 'We couldn’t load open times. Enter the time you’d like.',
    /** Followed by the day. */
    open: 'Still open on',
    /** Followed by the day. */
    none: 'No times left on',
    /** Followed by the day; shown when the chosen time is taken. */
    nearest: 'Closest open times on',
  },

  booked: {
    toastTitle: 'Appointment Booked!',
    toastText: 'Your consultation has been scheduled and automatically added to your calendar.',
    heading: (day: string, time: string) => `You’re booked for ${day} at ${time}, ${business.timeZoneName}.`,
    file: 'Calendar file (.ics)',
    mail: 'We’re emailing you a confirmation with a link to reschedule or cancel.',
  },

  failed: {
    toastTitle: 'Booking Failed',
    toastText: (reason: string) => `Error: ${reason}`,
    booking: (reason: string) => `Booking failed. Error: ${reason}`,
    calendar: (reason: string) => `Calendar creation failed: ${reason}`,
    notification: (reason: string) => `Email sending failed: ${reason}`,

    unknown: 'Unknown error occurred',
    unreachable:
      'We couldn’t reach the shop. What you entered is still here. Check your connection and try again.',
    unanswered:
      'We didn’t get an answer, so you may already be booked. Press Book Appointment again without changing anything. You won’t be booked twice.',
    followUpUnanswered: 'This is taking longer than usual. We’ll finish it for you.',
  },
} as const

/** Keep it true: docs/operations.md lists the data that the server keeps, and how to delete it. */
export const privacy = {
  title: 'How we use your information',
  text: `Only to arrange your appointment and to reach you about it. We also keep a code for your network, to block spam. Our email and calendar providers process it for us. We keep it until you ask us to delete it after your appointment. To ask, call or text ${business.phone.display}.`,
}

/** For screen readers. */
export const toastWords = {
  region: 'Notifications',
  close: 'Close',
}
/** How to keep an appointment: on the page, in emails, and behind the manage link. */
export const agreement = {
  map: 'View map',
  keep: 'Add it to your calendar',
  google: 'Google',
  outlook: 'Outlook',
}

export const fieldTitles = {
  full_name: 'Full Name',
  email: 'Email Address',
  phone: 'Phone Number',
  appointment_date: 'Preferred Date',
  appointment_time: 'Preferred Time',
  referral_source: 'How did you hear about us?',
}

export const ownerFieldTitles = {
  ...fieldTitles,
  appointment_date: 'Date',
  appointment_time: 'Time',
  referral_source: 'How they heard about us',
}

/** Field errors. Each names its field, because it also appears in a list. */
export const fieldErrors = {
  required: (title: string) => `${title} is required.`,
  nameCharacter: 'Full Name contains a character we can’t use. Please type it again.',
  nameLength: (most: number) => `Full Name can have at most ${counted(most, 'character')}.`,
  nameAddress: 'Full Name can’t contain a web or email address.',
  email: 'Email Address must look like name@example.com.',
  emailLetters: 'The part of Email Address before the @ can’t contain accented letters.',
  phone: 'Phone Number must have 7 to 15 digits, like (555) 123-4567.',
  noDate: 'Preferred Date must be a real date, like 12/01/2026.',
  earliest: (date: string) => `Preferred Date must be ${date} or later.`,
  latest: (date: string) => `Preferred Date must be ${date} or earlier.`,
  closed: 'Preferred Date falls on a day we’re closed.',
  /** After it, and on the page behind the manage link. */
  openOn: (days: string) => `We’re open every ${days}.`,
  openExcept: (days: string) => `We’re open every day except ${days}.`,
  between: (first: string, last: string) => `between ${first} and ${last}`,
  time: (between: string) => `Preferred Time must be ${between}.`,
  startsThatDay: (between: string) => `That day, appointments start ${between}.`,
  clockChange:
    'The clocks change that day, so this Preferred Time is skipped or happens twice. Please choose another.',
  source: (sources: string) => `How did you hear about us? must be one of ${sources}.`,
}

/** The lines under the first consultation; the numbers come from demo/social-proof.ts or from your bookings. */
export const socialProofWords = {
  viewers: (count: number) => `${count} people viewing this page`,
  slots: (count: number) => `Only ${counted(count, 'consultation slot')} left this month`,
  minutes: (count: number) => counted(count, 'minute'),
  hours: (count: number) => counted(count, 'hour'),
  days: (count: number) => counted(count, 'day'),
  lastBooked: (span: string) => `Last booked: ${span} ago`,
  hide: 'Hide these numbers',
  show: 'Show these numbers',
}
