import { business } from '../business.ts'
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
