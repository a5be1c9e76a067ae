import { business } from '../demo/business.ts'
import { bookingForm } from './booking-form.ts'

export const notFoundPage = {
  code: '404',
  title: 'Oops! Page not found',
  text: 'We cut three pieces and the middle one was wrong.',
  action: 'Return to Home',
}

export const errorPage = {
  title: 'Unexpected Application Error!',
  text: 'A thread broke on our side. Load the page again, or text us and we will book you in by hand.',
  action: 'Load the page again',
}

/** The answers to a form that was sent before the page's script was there. */
export const answerPage = {
  action: 'Back to the page',
  booked: (when: string) => `Your consultation is on ${when}.`,
  google: 'Google Calendar',
  mail: `${bookingForm.booked.mail} Or call or text ${business.phone.display}.`,
  taken: (time: string, day: string) => `${time} on ${day} is no longer free.`,
  nearest: (day: string) => `The nearest open times on ${day}:`,
  full: 'No other time of that day is open. Please choose another day.',
  /** For a form whose invisible field was filled. */
  honeypot: `A field that nobody can see was filled, as programs do. If you are no program, please press the button again: the field is empty now. Or call or text ${business.phone.display}.`,
  emailInDoubt: {
    title: 'One question first',
    correct: (address: string) => `Yes, book with ${address}`,
    otherwise: 'If your address is right as it stands, press Book Appointment once more.',
  },
  oneMoment: 'One moment, please',
  unreadable: 'Your appointment cannot be shown just now. Load this page again in a moment.',
}

/** Words of the page that a client opens from the link in a mail, to see, move or cancel the appointment. */
export const visitPage = {
  title: 'Your consultation',
  expected: 'We expect you on',
  /** Followed by a day and time. */
  until: 'You can move or cancel it here until',
  sheet: 'Change it',
  terms: 'No account needed',
  date: 'Another day',
  showTimes: 'Show the open times',
  /** Followed by the day. */
  open: 'Open on',
  /** Followed by the day. */
  none: 'No time is open on',
  move: 'Move my appointment',
  cancelQuestion: 'Cancel the appointment',
  cancelText: 'Your time is then open to others, and nobody expects you.',
  cancel: 'Yes, cancel it',

  /** What has happened, above the appointment. */
  moved: (before: string) => `Your appointment has moved. It was on ${before}.`,
  movedByOwner: (before: string) => `We had to move your appointment. It was on ${before}.`,
  taken: 'That time has just been taken. Your appointment stands as it was. Please choose another time.',
  changedMeanwhile: 'Your appointment was changed in the meantime. This is how it stands now.',
  /** The change may have been made or not. */
  outcomeUnknown: `We cannot tell at this moment whether that is done. Look how your appointment stands before you try again, or call or text ${business.phone.display}.`,
  howItStands: 'Show my appointment',
  chooseTime: 'Please choose one of the open times.',

  /** Instead of the forms when it is too late to change the appointment here. */
  tooLate: `To move or cancel it now, call or text ${business.phone.display}.`,
  cancelledTitle: 'Your consultation is cancelled.',
  cancelledText: (when: string) => `Nobody expects you on ${when}.`,
  again: 'Book another time',
  unknownTitle: 'This link opens nothing.',
  unknownText: `It may have been cut in two by a mail program, or the appointment is over. Use the link in our newest mail, or call or text ${business.phone.display}.`,
}
