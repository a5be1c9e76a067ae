import { counted } from '#copy/dates.ts'
import { callOrText } from '#copy/phone.ts'
import { business } from '#shop/business.ts'
import { claims } from '#shop/claims.ts'

export const bookingForm = {
  title: 'Consultation',
  terms: `${claims.consultation}, free`,
  termsTip: 'Time to measure you and choose a fabric. It’s free, and you don’t have to order.',

  label: (title: string) => `${title} *`,
  chooseDate: 'Pick a date',
  chooseTime: 'Pick a time',
  phonePlaceholder: '(555) 123-4567',
  timeHint: (first: string, last: string) => `${first}-${last}, ${business.timeZoneName}.`,
  /** Where days have different hours. */
  timeHintByDay: (first: string, last: string) =>
    `${first}-${last}, ${business.timeZoneName}. Hours vary by day.`,
  phoneHint: 'For this visit only.',
  referralPlaceholder: 'Choose one',

  /** Seen only in browsers without CSS. */
  honeypot: 'Leave this field blank',

  soonest: {
    title: 'Soonest open',
    /** Pages through the days. */
    later: 'Later',
    sooner: 'Sooner',
    /** For the chosen day. Screen readers read the second. */
    allTimes: 'All times',
    allTimesOn: (day: string) => `All times on ${day}`,
    /** For screen readers, on each time. */
    moment: (day: string, time: string) => `${day} at ${time}`,
    failed: 'We couldn’t load open times. Enter the date and time you’d like.',
  },
  ready: {
    before: `Ready about ${claims.turnaround} later.`,
    after: (first: string, last: string) => `Ready about ${first} to ${last}.`,
  },
  ratherTalk: 'Rather talk?',

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
    open: (day: string) => `Still open on ${day}`,
    none: (day: string) => `No times left on ${day}.`,
    /** Followed by open times to tap. */
    next: (day: string) => `Next: ${day} at`,
    /** When the chosen time is taken. */
    nearest: (day: string) => `Closest open times on ${day}`,
  },

  booked: {
    toastTitle: 'Appointment Booked!',
    toastText: 'Your consultation has been scheduled and automatically added to your calendar.',
    heading: (day: string, time: string) => `You’re booked for ${day} at ${time}, ${business.timeZoneName}.`,
    file: 'Calendar file (.ics)',
    mail: 'We’re emailing you a confirmation with a link to reschedule or cancel.',
    mailTo: 'We’re emailing',
    mailFor: 'a confirmation with a link to reschedule or cancel.',
    wrongAddress: 'Wrong address, or no email?',
    company:
      'Bring someone whose opinion you trust. Anyone who wants to be measured needs their own appointment.',
    again: 'Book another time',
    print: 'Print this',
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
      'We didn’t get an answer, so you may already be booked. Tap Book Appointment again without changing anything. You won’t be booked twice.',
    followUpUnanswered: 'This is taking longer than usual. We’ll finish it for you.',
  },
} as const

/** Keep it true: docs/operations.md lists the data that the server keeps, and how to delete it. */
export const privacy = {
  title: 'How we use your information',
  text: `Only to arrange your appointment and to reach you about it. To block spam, we keep a coded network address. Our email and calendar providers process it for us. We keep it and, after your appointment, delete it if you ask. To ask, ${callOrText}.`,
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
  required: (title: string) =>
    title === fieldTitles.referral_source ? 'Tell us how you heard about us.' : `${title} is required.`,
  nameCharacter: 'Full Name contains a character we can’t use. Please type it again.',
  nameLength: (most: number) => `Full Name can have at most ${counted(most, 'character')}.`,
  nameAddress: 'Full Name can’t contain a web or email address.',
  email: 'Email Address must look like name@example.com.',
  emailLetters: 'Email Address can’t have accented letters before the @.',
  phone: 'Phone Number must have 7 to 15 digits, like (555) 123-4567.',
  phoneCharacter: (character: string) =>
    `Phone Number can’t contain “${character}”. Enter digits, like (555) 123-4567.`,
  noDate: 'Preferred Date must be a real date, like 12/01/2026.',
  earliest: (date: string) => `Preferred Date must be ${date} or later.`,
  tooSoon: (time: string) => `Preferred Time must be ${time} or later on that day.`,
  latest: (date: string) => `Preferred Date must be ${date} or earlier.`,
  closed: 'Preferred Date falls on a day we’re closed.',
  /** After it, and on the page behind the manage link. */
  openOn: (days: string) => `We’re open every ${days}.`,
  openExcept: (days: string) => `We’re open every day except ${days}.`,
  between: (first: string, last: string) => `between ${first} and ${last}`,
  time: (between: string) => `Preferred Time must be ${between}.`,
  startsThatDay: (between: string) => `That day, appointments start ${between}.`,
  clockChange: 'That day’s clock change skips or repeats this Preferred Time. Please choose another.',
  source: (sources: string) => `Tell us how you heard about us: ${sources}.`,
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

export const footerWords = {
  closed: 'closed',
  everyDay: 'Every day',
  hour: (hour: string, isMorning: boolean) => `${hour} ${isMorning ? 'AM' : 'PM'}`,
  closedOn: (days: string) => `Closed ${days}`,
}
