import { business } from '../business.ts'
import { counted } from './counted.ts'

const callOrText = `please call or text ${business.phone.display}`

/** Why the server has not done what a visitor wanted; the form shows these as they are. */
export const refusals = {
  taken: (time: string, date: string) => `${time} on ${date} is no longer free. Please choose another time.`,
  nearest: (times: string) => `The nearest open times that day: ${times}`,
  full: 'No time of that day is open.',
  calendar:
    'The calendar could not be reached. Your appointment is saved, and we will add it to the calendar.',
  notification:
    'The notification could not be sent yet. Your appointment is saved, and we will be notified a little later.',
  burst: (minutes: number) =>
    `Very many bookings are arriving just now. Please try again in ${counted(minutes, 'minute')}, or call or text ${business.phone.display}.`,
  tooManyRequests: (seconds: number) =>
    `Too many requests. Please try again in ${counted(seconds, 'second')}.`,
  tooManyBookings: `This e-mail address has been used for as many bookings today as we take in a day. To book more, ${callOrText}.`,
  otherSite: 'This form was sent from another site. Please look it over, and book on this page of ours.',
  outcomeUnknown:
    'We cannot tell at this moment whether it is saved. Before you choose another time, please send the same again: nothing is booked twice.',
  unavailable: 'Bookings cannot be taken at this moment. Please try again shortly.',
  ours: 'Something went wrong on our side. Please try again, or call us.',
  notUnderstood: 'The request could not be understood.',
  /** By status, for what is refused before it is read as a whole. */
  unread: new Map([
    [400, 'The request could not be read: it is not valid JSON.'],
    [408, 'The request took too long to arrive. Please try again.'],
    [413, 'The request is larger than 16 KiB.'],
    [414, 'The address of the request is too long.'],
    [415, 'The request must be JSON (content-type: application/json).'],
  ]),
}
