import { business } from '#shop/business.ts'
import { bookingForm } from './booking-form.ts'
import { counted } from './dates.ts'

export const notFoundPage = {
  code: '404',
  title: 'Oops! Page not found',
  text: 'We cut three pieces and the middle one was wrong.',
  action: 'Return to Home',
}

export const errorPage = {
  title: 'Unexpected Application Error!',
  text: 'Something broke on our end. Reload the page, or text us and we’ll book it for you.',
  action: 'Reload the page',
}

export const answerPage = {
  action: 'Back to the page',
  booked: (when: string) => `Your consultation is on ${when}.`,
  google: 'Google Calendar',
  mail: `${bookingForm.booked.mail} You can also call or text ${business.phone.display}.`,
  taken: (time: string, day: string) => `${time} on ${day} is no longer available.`,
  nearest: (day: string) => `Closest open times on ${day}:`,
  full: 'No other times are open that day. Please choose another day.',
  honeypot: `We couldn’t confirm that a person filled out this form, so nothing was booked. Please press Book Appointment again, or call or text ${business.phone.display}.`,
  emailInDoubt: {
    title: 'One question first',
    correct: (address: string) => `Yes, book with ${address}`,
    otherwise: 'If the address is correct as typed, press Book Appointment again.',
  },
  oneMoment: 'One moment, please',
  unreadable: 'We can’t show your appointment right now. Reload this page in a moment.',
}

/** The page behind the manage link in emails. */
export const visitPage = {
  title: (kind: string) => `Your ${kind}`,
  expected: (kind: string) => `Your ${kind} is on`,
  /** For an appointment that clients can’t book themselves. */
  plan: (minutes: number, bring: readonly string[]) =>
    [`Plan on ${counted(minutes, 'minute')}.`, bring.length > 0 && `What to bring: ${bring.join(' ')}`]
      .filter(Boolean)
      .join(' '),
  /** Followed by a day and time. */
  until: 'You can reschedule or cancel here until',
  sheet: 'Reschedule or cancel',
  terms: 'No account needed',
  length: (minutes: number) => counted(minutes, 'minute'),
  date: 'New date',
  showTimes: 'Show open times',
  /** Followed by the day. */
  open: 'Open on',
  openFor: (minutes: number) => `Open for ${counted(minutes, 'minute')} on`,
  /** Followed by the day. */
  none: 'No open times on',
  move: (kind: string) => `Reschedule my ${kind}`,
  cancelQuestion: (kind: string) => `Cancel my ${kind}`,
  cancelText: 'We’ll release your time to other clients.',
  cancel: 'Yes, cancel it',

  moved: (before: string) => `Your appointment is rescheduled. It was on ${before}.`,
  movedByOwner: (before: string) => `We had to reschedule your appointment. It was on ${before}.`,
  taken: 'That time was just taken. Your appointment hasn’t changed. Please choose another time.',
  changedMeanwhile: 'Your appointment was changed in the meantime. Here are the current details.',
  /** The change may or may not be stored. */
  outcomeUnknown: `We can’t tell yet whether that worked. Check your appointment before you try again, or call or text ${business.phone.display}.`,
  howItStands: 'Show my appointment',
  chooseTime: 'Please choose one of the open times.',

  /** Instead of the forms, when it is too late to change the appointment here. */
  tooLate: `To reschedule or cancel now, call or text ${business.phone.display}.`,
  cancelledTitle: (kind: string) => `Your ${kind} is canceled.`,
  cancelledText: (when: string) => `It was scheduled for ${when}.`,
  again: 'Book another time',
  /** In place of it, for an appointment that clients can’t book themselves. */
  againByPhone: `To set a new time, call or text ${business.phone.display}.`,
  unknownTitle: 'This link doesn’t work.',
  unknownText: `Your email app may have cut it off, or the appointment has passed. Use the link in our latest email, or call or text ${business.phone.display}.`,
}
