import { bookingForm } from '#copy/booking-form.ts'
import { counted } from '#copy/dates.ts'
import { callOrText } from '#copy/phone.ts'
import { business } from '#shop/business.ts'

export const notFoundPage = {
  code: '404',
  title: 'Oops! Page not found',
  text: 'We cut three pieces and the middle one was wrong.',
  action: 'Return to Home',
}

export const errorPage = {
  title: 'Unexpected Application Error!',
  text: `Something broke on our end. Reload the page, or ${callOrText}, and we’ll book it for you.`,
  action: 'Reload the page',
}

/** On each page of a copy (STAGING=1), so no one mistakes it for the shop's own. */
export const stagingRibbon = 'Staging: nothing here reaches anyone'

export const answerPage = {
  action: `Back to ${business.name}`,
  booked: (when: string) => `Your consultation is on ${when}.`,
  google: 'Google Calendar',
  mail: `${bookingForm.booked.mail} You can also ${callOrText}.`,
  taken: (time: string, day: string) => `${time} on ${day} is no longer available.`,
  nearest: (day: string) => `Closest open times on ${day}:`,
  full: 'No other times are open that day.',
  honeypot: `We couldn’t confirm that a person filled out this form, so nothing was booked. Please tap Book Appointment again, or ${callOrText}.`,
  emailInDoubt: {
    title: 'One question first',
    correct: (address: string) => `Yes, book with ${address}`,
    otherwise: 'If the address is correct as typed, tap Book Appointment again.',
  },
  oneMoment: 'One moment, please',
  unreadable: 'We can’t show your appointment right now. Reload this page in a moment.',
}

/** The page behind the manage link in emails. */
export const visitPage = {
  title: (kind: string) => `Your ${kind}`,
  expected: (kind: string, when: string) => `Your ${kind} is on ${when}.`,
  /** For an appointment that clients can’t book themselves. */
  plan: (minutes: number, bring: readonly string[]) =>
    [`Plan on ${counted(minutes, 'minute')}.`, bring.length > 0 && `What to bring: ${bring.join(' ')}`]
      .filter(Boolean)
      .join(' '),
  until: (when: string) => `You can reschedule or cancel here until ${when}.`,
  /** The button that tells the shop, and the text that replaces it. */
  confirm: 'I’ll be there',
  confirmed: 'Thanks for letting us know. See you then.',
  sheet: 'Reschedule or cancel',
  terms: 'No account needed',
  length: (minutes: number) => counted(minutes, 'minute'),
  date: 'New date',
  showTimes: 'Show open times',
  open: (day: string) => `Open times on ${day}`,
  openFor: (minutes: number, day: string) => `${minutes}-minute openings on ${day}`,
  soonest: 'Soonest open',
  otherDay: 'Another day',
  none: (day: string) => `No open times on ${day}.`,
  next: 'Next open',
  kept: 'Your name, email, and phone are filled in. Pick a new day and time.',
  move: (kind: string) => `Reschedule my ${kind}`,
  cancelQuestion: (kind: string) => `Cancel my ${kind}`,
  cancelText: 'We’ll release your time to other clients.',
  cancel: 'Yes, cancel it',

  moved: (before: string) => `Your appointment is rescheduled. It was on ${before}.`,
  movedByOwner: (before: string) => `We had to reschedule your appointment. It was on ${before}.`,
  tooLong: 'Your appointment would run into our break or past closing. Please choose another time.',
  taken: 'That time was just taken. Your appointment hasn’t changed. Please choose another time.',
  changedMeanwhile: 'Your appointment was changed in the meantime. Here are the current details.',
  /** The change may or may not be stored. */
  outcomeUnknown: `We can’t tell yet whether that worked. Check your appointment before you try again, or ${callOrText}.`,
  howItStands: 'Show my appointment',
  chooseTime: 'Please choose one of the open times.',

  /** Replaces the forms once the appointment is too close to change online. */
  tooLate: `To reschedule or cancel now, ${callOrText}.`,
  cancelledTitle: (kind: string) => `Your ${kind} is canceled.`,
  cancelledText: (when: string) => `It was scheduled for ${when}.`,
  again: 'Book another time',
  /** Replaces that button for an appointment that clients can’t book themselves. */
  againByPhone: `To set a new time, ${callOrText}.`,
  unknownTitle: 'This link doesn’t work.',
  unknownText: `Your email app may have cut it off, or the appointment has passed. Use the link in our latest email, or ${callOrText}.`,
}

export const reviewWords = {
  rated: (rating: number) => `Rated ${rating} out of 5`,
}
