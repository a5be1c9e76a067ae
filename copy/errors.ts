import { business } from '../demo/business.ts'
import { counted } from './dates.ts'

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
/** What programs are told that call the server otherwise than the page does. */
export const callRefusals = {
  needsKey: 'This call needs the public client key.',
  onlyBooking: 'The public client key may only book appointments.',
  otherMethod: 'This address does not take that method.',
  nothingHere: 'There is nothing at this address.',
  noAppointment: 'No saved appointment matches this request.',
  oneAtATime: 'One appointment can be booked at a time.',
  sixFields: 'An appointment must be an object with its six fields.',
  /** `field` in quotation marks. */
  noField: (field: string) => `An appointment has no field ${field}.`,
  eventBody:
    'The body must be an object with summary, description, startDateTime, endDateTime and attendeeEmail.',
  notificationBody: 'The body must be an object with appointmentData and calendarLink.',
  solve: (header: string) =>
    `Solve the challenge in details and send the same booking again with it in the header ${header}.`,

  /** Of what was sent under that name. */
  givenOnce: (name: string) => `The parameter ${name} must be given once.`,
  text: (name: string) => `${name} must be text.`,
  address: (name: string) => `${name} must be an address.`,
  instant: (name: string) => `${name} must be an ISO date and time with its offset.`,
  parameterDay: (name: string) => `The parameter ${name} must be a day as YYYY-MM-DD.`,
  uuid: (name: string) => `The parameter ${name} must be a UUID.`,
}

/** Why the server has not done what the owner wanted at the desk. */
export const deskRefusals = {
  notSignedIn: 'You are not signed in at the desk any more. Please ask for a new link.',
  ownersCall: 'This call is the owner’s. The public client key may only book.',
  wrongLink: (minutes: number) =>
    `This link has been used, is older than ${counted(minutes, 'minute')}, or was cut in two. Please ask for a new one.`,
  tooManyAttempts: (minutes: number) =>
    `Too many attempts have failed. Please try again in ${counted(minutes, 'minute')}.`,

  unknown: {
    appointment: 'There is no such appointment.',
    closure: 'There is no such closed time.',
    delivery: 'There is no such delivery.',
    mail: 'There is no such mail.',
  },
  cancelledMeanwhile: (name: string) => `The appointment of ${name} was cancelled meanwhile.`,
  changedMeanwhile: (name: string, when: string) =>
    `The appointment of ${name} was changed meanwhile. It is on ${when}.`,
  openingChangedMeanwhile: 'The opening hours were changed meanwhile.',
  taken: (time: string, date: string) => `${time} on ${date} is taken by another appointment.`,
  dayOver: 'That day is over.',
  clockChange: 'The clocks change then: that time does not exist once.',
  notBegun: 'Whether somebody came can be noted once the appointment has begun.',
  sameTime: 'The appointment is at that time already.',
  closedTooLong: 'A closed time can last a year at most.',
  stillExpected: (times: string) => `This client is still expected (${times}). Cancel that first.`,
  notTold:
    'This client has not been told yet that the appointment is cancelled. Please try again once that mail has gone out.',
}

/** What is wrong with what a call brings. */
export const deskArguments = {
  text: (name: string) => `${name} must be text.`,
  character: (name: string) => `${name} has a character that cannot be stored.`,
  length: (name: string, most: number) => `${name} can have at most ${counted(most, 'character')}.`,
  day: (name: string) => `${name} must be a day as YYYY-MM-DD.`,
  clockTime: (name: string) => `${name} must be HH:MM.`,
  wallTime: (name: string) => `${name} must be a day and a time as YYYY-MM-DDTHH:MM.`,
  number: (name: string) => `${name} must be a number.`,
  wholeNumber: (name: string) => `${name} must be a whole number.`,
  list: (name: string) => `${name} must be a list.`,
  appointmentId: 'The id must be that of an appointment.',
  sequenceLeast: 'The sequence must be 0 or more.',
  attendance: 'The attendance must be came, did_not_come or null.',
  daysInOrder: 'The first day must not be later than the last.',
  closureInOrder: 'A closed time must end after it begins.',
  source: (sources: string) => `The source must be one of ${sources}.`,
  client: 'Name the client by email or by phone, or by the id of an appointment that has neither.',
  oneObject: (call: string) => `${call} takes one object.`,
  notTaken: (call: string, names: string) => `${call} does not take ${names}.`,
  grantType: 'The grant_type must be refresh_token.',
  verification: 'The type must be magiclink, with a token_hash.',
  scope: 'The scope must be global, local or others.',
  /** What the sentences call it. */
  names: {
    from: 'From',
    to: 'To',
    parameterFrom: 'The parameter from',
    parameterTo: 'The parameter to',
    parameterQ: 'The parameter q',
    id: 'The id',
    sequence: 'The sequence',
    date: 'The date',
    time: 'The time',
    note: 'The note',
    entryKey: 'The Idempotency-Key',
    message: 'The message',
    reason: 'The reason',
    address: 'The address',
    number: 'The number',
    emailAddress: 'The e-mail address',
    refreshToken: 'The refresh_token',
    firstStart: 'The first start',
    lastStart: 'The last start',
    durationMinutes: 'The length of a consultation',
    bufferMinutes: 'The quiet time',
    capacity: 'The number of fitters',
    offeredEveryMinutes: 'The step of the offered times',
    weekday: 'A weekday',
    weekdays: 'The weekdays',
    closedDay: 'A closed day',
    closedDays: 'The closed days',
    latestDaysAhead: 'The number of days',
    hoursBefore: 'The hours before',
  },
}

/** What is wrong with opening hours. */
export const openingFaultWords = {
  times: 'The first and the last start must be times as HH:MM, from 00:00 to 23:59.',
  order: 'The first start must not be later than the last.',
  duration: 'A consultation must last between 5 minutes and a day.',
  buffer: 'The quiet time after a consultation must be 0 minutes or more, and with it no longer than a day.',
  capacity: (most: number) => `The number of fitters must be from 1 to ${most}.`,
  offeredEvery: 'Times must be offered every 5 minutes or more.',
  weekdays: 'Weekdays are numbers from 1, Monday, to 7, Sunday.',
  oneOpen: 'At least one weekday must be open.',
  closedDates: 'Closed days must be days as YYYY-MM-DD.',
  daysAhead: (most: number) =>
    `Clients can book from 1 to ${counted(most, 'day')} ahead, or without a limit.`,
  changesUntil: 'The hours until which clients can change an appointment must be 0 or more.',
  reminder: 'The hours before which clients are reminded must be 1 or more, or none.',
}
