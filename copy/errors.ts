import { business } from '#shop/business.ts'
import { counted } from './dates.ts'

const callOrText = `please call or text ${business.phone.display}`

/** Why the server didn't do what a visitor asked. The form shows these as they are. */
export const requestErrors = {
  taken: (time: string, date: string) =>
    `${time} on ${date} is no longer available. Please choose another time.`,
  nearest: (times: string) => `Closest open times that day: ${times}`,
  full: 'No open times on that day.',
  calendar: 'We couldn’t reach the calendar. Your appointment is saved, and we’ll add it later.',
  notification: 'We couldn’t send the notification yet. Your appointment is saved, and we’ll try again.',
  burst: (minutes: number) =>
    `We’re getting a lot of bookings right now. Please try again in ${counted(minutes, 'minute')}, or call or text ${business.phone.display}.`,
  tooManyRequests: (seconds: number) =>
    `Too many requests. Please try again in ${counted(seconds, 'second')}.`,
  tooManyBookings: `This email address or phone number can’t hold more upcoming bookings. To book more, ${callOrText}.`,
  tooManyFromNetwork: `Your network has reached its booking limit for one day. To book more, ${callOrText}.`,
  otherSite: 'This form came from another website. Please check the details and book on this page.',
  outcomeUnknown:
    'We can’t tell yet whether it was saved. Before you choose another time, please send the same booking again. You won’t be booked twice.',
  unavailable: 'We can’t take bookings right now. Please try again in a few minutes.',
  ours: 'Something went wrong on our end. Please try again, or call us.',
  notUnderstood: 'We couldn’t understand the request.',
  /** By status, for requests rejected before they're read completely. */
  unread: new Map([
    [400, 'The request isn’t valid JSON.'],
    [408, 'The request took too long to arrive. Please try again.'],
    [413, 'The request is larger than 16 KiB.'],
    [414, 'The request’s address is too long.'],
    [415, 'The request must be JSON (content-type: application/json).'],
  ]),
}
/** For apps whose calls break a rule that the page keeps. */
export const callErrors = {
  needsKey: 'This call needs the public client key.',
  onlyBooking: 'The public client key can only book appointments.',
  otherMethod: 'This address doesn’t accept that method.',
  nothingHere: 'There’s nothing at this address.',
  noAppointment: 'No saved appointment matches this request.',
  oneAtATime: 'Book one appointment at a time.',
  sixFields: 'An appointment must be an object with its six fields.',
  /** `field` comes in quotation marks. */
  noField: (field: string) => `An appointment has no field ${field}.`,
  eventBody:
    'The body must be an object with summary, description, startDateTime, endDateTime, and attendeeEmail.',
  notificationBody: 'The body must be an object with appointmentData and calendarLink.',
  solve: (header: string) =>
    `Solve the challenge in details and send the same booking again with it in the header ${header}.`,

  givenOnce: (name: string) => `The parameter ${name} must be given once.`,
  text: (name: string) => `${name} must be text.`,
  address: (name: string) => `${name} must be an address.`,
  instant: (name: string) => `${name} must be an ISO date and time with an offset.`,
  parameterDay: (name: string) => `The parameter ${name} must be a date as YYYY-MM-DD.`,
  uuid: (name: string) => `The parameter ${name} must be a UUID.`,
}

/** Why the server didn't do what the owner asked at the desk. */
export const deskErrors = {
  notSignedIn: 'You’re signed out of the desk. Request a new link.',
  ownersCall: 'Only the owner can make this call. The public client key can only book.',
  wrongLink: (minutes: number) =>
    `This link was already used, is older than ${counted(minutes, 'minute')}, or is incomplete. Request a new one.`,
  tooManyAttempts: (minutes: number) =>
    `Too many failed attempts. Please try again in ${counted(minutes, 'minute')}.`,

  unknown: {
    appointment: 'We can’t find that appointment.',
    closure: 'We can’t find that closed time.',
    delivery: 'We can’t find that delivery.',
    mail: 'We can’t find that email.',
  },
  cancelledMeanwhile: (name: string) => `${name}’s appointment has since been canceled.`,
  changedMeanwhile: (name: string, when: string) =>
    `${name}’s appointment has since been changed. It’s now on ${when}.`,
  openingChangedMeanwhile: 'Someone else changed the opening hours first.',
  taken: (time: string, date: string) => `${time} on ${date} is already taken by another appointment.`,
  dayOver: 'That day has passed.',
  clockChange: 'The clocks change then, so this time is skipped or happens twice.',
  notBegun: 'You can mark attendance once the appointment starts.',
  sameTime: 'The appointment is already at that time.',
  closedTooLong: 'A closed time can last at most a year.',
  stillExpected: (times: string) => `This client has an upcoming appointment (${times}). Cancel it first.`,
  notTold: 'This client hasn’t been told about the cancellation yet. Try again once that email is sent.',
}

export const deskArguments = {
  text: (name: string) => `${name} must be text.`,
  character: (name: string) => `${name} has a character that can’t be stored.`,
  length: (name: string, most: number) => `${name} can have at most ${counted(most, 'character')}.`,
  day: (name: string) => `${name} must be a date as YYYY-MM-DD.`,
  clockTime: (name: string) => `${name} must be HH:MM.`,
  wallTime: (name: string) => `${name} must be a date and time as YYYY-MM-DDTHH:MM.`,
  number: (name: string) => `${name} must be a number.`,
  wholeNumber: (name: string) => `${name} must be a whole number.`,
  list: (name: string) => `${name} must be a list.`,
  appointmentId: 'The id must be an appointment’s.',
  sequenceLeast: 'The sequence must be 0 or more.',
  attendance: 'The attendance must be came, did_not_come, or null.',
  daysInOrder: 'The first day can’t be later than the last.',
  closureInOrder: 'The end must be after the start.',
  source: (sources: string) => `The source must be one of ${sources}.`,
  likeness: 'The bookings must be alike by network, email, or phone.',
  lastHours: 'The hours must be a whole number from 1 to 720.',
  kind: (kinds: string) => `The kind must be one of ${kinds}.`,
  duration: (least: number, most: number) =>
    `The length must be a whole number of minutes from ${least} to ${most}.`,
  client: 'Identify the client by email or phone, or by the id of an appointment that has neither.',
  oneObject: (call: string) => `${call} takes one object.`,
  notTaken: (call: string, names: string) => `${call} doesn’t accept ${names}.`,
  grantType: 'The grant_type must be refresh_token.',
  verification: 'The type must be magiclink, with a token_hash.',
  scope: 'The scope must be global, local, or others.',
  /** The arguments’ names in these messages. */
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
    idempotencyKey: 'The Idempotency-Key',
    message: 'The message',
    reason: 'The reason',
    address: 'The address',
    number: 'The number',
    emailAddress: 'The email address',
    refreshToken: 'The refresh_token',
    week: 'The week',
    stretches: 'The hours of a day',
    stretch: 'A stretch of hours',
    durationMinutes: 'The length of a consultation',
    duration: 'The length',
    bufferMinutes: 'The break',
    capacity: 'The number of fitters',
    offeredEveryMinutes: 'The interval between offered times',
    closedDay: 'A closed date',
    closedDays: 'The closed dates',
    latestDaysAhead: 'The number of days',
    hoursBefore: 'The hours before',
  },
}

export const kindErrorWords = {
  consultation: 'is missing, and clients book it',
  id: 'must be in lowercase letters, digits, and hyphens, like pick-up',
  text: 'must be text between quotes',
  bring: 'must be a list of texts between square brackets',
  duration: (least: number, most: number) => `must be a whole number from ${least} to ${most}`,
  next: (ids: string) => `must be one of ${ids}`,
  /** When stored appointments have a kind that the shop deleted. */
  missing: (ids: string) =>
    `Stored appointments have a kind that your kinds.ts no longer has: ${ids}. Put it back, and start again.`,
}

export const openingErrorWords = {
  times:
    'The week must list the hours of all seven days, each as its first and last start, like 09:00-17:00.',
  order: (day: string, first: string, last: string) =>
    `The first appointment on ${day} (${first}) can’t be later than the last (${last}).`,
  overlap: (day: string, time: string) => `The hours on ${day} overlap. Start at ${time} or later.`,
  duration: 'A consultation must last from 15 to 240 minutes.',
  buffer: 'The break must be 0 minutes or more. Appointment and break together can’t be longer than a day.',
  capacity: (most: number) => `The number of fitters must be from 1 to ${most}.`,
  offeredEvery: 'Offered times must be at least 5 minutes apart.',
  oneOpen: 'At least one weekday must be open.',
  closedDates: 'Closed dates must be real dates, like 12/25/2026.',
  daysAhead: (most: number) => `Clients can book from 1 to ${counted(most, 'day')} ahead, or with no limit.`,
  changesUntil: 'The deadline for changes must be 0 or more hours before the appointment.',
  reminder: 'The reminder must be 1 or more hours before the appointment, or none.',
}
