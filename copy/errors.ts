import { capitalize, counted, inWords } from '#copy/dates.ts'
import { callOrText } from '#copy/phone.ts'

/** Why the server rejected a visitor's request. The form shows these unchanged. */
export const requestErrors = {
  taken: (time: string, date: string) =>
    `${time} on ${date} is no longer available. Please choose another time.`,
  nearest: (times: string) => `Closest open times that day: ${times}`,
  full: 'No open times on that day.',
  /** After `full`. */
  next: (day: string, times: string) => `Next: ${day} at ${times}.`,
  calendar: 'We couldn’t reach the calendar. Your appointment is saved, and we’ll add it later.',
  notification: 'We couldn’t send the notification yet. Your appointment is saved, and we’ll try again.',
  tooManyRequests: (seconds: number) =>
    `Too many requests. Please try again in ${counted(seconds, 'second')}.`,
  tooManyBookings: `Your network has reached its limit of upcoming bookings. To book more, please ${callOrText}.`,
  otherSite: 'This form came from another website. Please check the details and book on this page.',
  outcomeUnknown:
    'We can’t tell yet whether it was saved. Before you choose another time, please send the same booking again. You won’t be booked twice.',
  unavailable: 'We can’t take bookings right now. Please try again in a few minutes.',
  ours: `Something went wrong on our end. Please try again, or ${callOrText}.`,
  notUnderstood: 'We couldn’t understand the request.',
  /** By status, for requests rejected before they're read completely. */
  unread: {
    400: 'The request isn’t valid JSON.',
    408: 'The request took too long to arrive. Please try again.',
    413: 'The request is larger than 16 KiB.',
    414: 'The request’s address is too long.',
    415: 'The request must be JSON (content-type: application/json).',
  },
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

  givenOnce: (name: string) => `The parameter ${name} must be given once.`,
  text: (name: string) => `${name} must be text.`,
  address: (name: string) => `${name} must be an address.`,
  instant: (name: string) => `${name} must be an ISO date and time with an offset.`,
  parameterDay: (name: string) => `The parameter ${name} must be a date as YYYY-MM-DD.`,
  parameterDays: (name: string, most: number) => `The parameter ${name} must be from 1 to ${most}.`,
  uuid: (name: string) => `The parameter ${name} must be a UUID.`,
}

/** "Two of two clients are booked at 11:00 AM" */
const allBooked = (capacity: number, time: string) =>
  `${capitalize(inWords(capacity))} of ${inWords(capacity)} clients are booked at ${time}`

/** Why the server rejected the owner's request at the desk. */
export const deskErrors = {
  notSignedIn: 'You’re signed out of the desk. Request a new link.',
  ownersCall: 'Only the owner can make this call. The public client key can only book.',
  wrongLink: (minutes: number) =>
    `This link was already used, is older than ${counted(minutes, 'minute')}, or is incomplete. Request a new one.`,
  tooManyAttempts: (minutes: number) =>
    `Too many failed attempts. Please try again in ${counted(minutes, 'minute')}.`,

  unknown: {
    appointment: 'There’s no such appointment.',
    closure: 'There’s no such closed time.',
    delivery: 'There’s no such delivery.',
    mail: 'There’s no such email.',
  },
  cancelledMeanwhile: (name: string) => `${name}’s appointment has since been canceled.`,
  changedMeanwhile: (name: string, when: string) =>
    `${name}’s appointment has since been changed. It’s now on ${when}.`,
  openingChangedMeanwhile: 'Someone else changed the opening hours first.',
  taken: (capacity: number, time: string, date: string) =>
    capacity === 1
      ? `${time} on ${date} is already taken by another appointment.`
      : `${allBooked(capacity, time)} on ${date}.`,
  dayOver: 'That day has passed.',
  clockChange: 'The clocks change then, so this time is skipped or happens twice.',
  notBegun: 'You can mark attendance once the appointment starts.',
  sameTime: 'The appointment is already at that time.',
  nothingReady: (kinds: string) => `This kind of appointment has no “ready” message: ${kinds}.`,
  closedTooLong: 'Closed times can’t exceed one year.',
  stillExpected: (times: string) => `This client has an upcoming appointment (${times}). Cancel it first.`,
  notTold: 'This client doesn’t know about the cancellation yet. Try again once that email is sent.',
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
  datesMax: (most: number) => `Set special hours for at most ${counted(most, 'date')}.`,
  telling: 'The what must be ready or late.',
  tellingWay: 'The way must be email or text.',
  noMessage: 'The message can’t be empty.',
  minutesLate: 'With late, the minutes must be a whole number from 5 to 120. With ready, leave them out.',
  most: (name: string, most: number) => `${name} can have at most ${counted(most, 'entry', 'entries')}.`,
  list: (name: string) => `${name} must be a list.`,
  appointmentId: 'The id must be an appointment’s.',
  sequenceLeast: 'The sequence must be 0 or more.',
  attendance: 'The attendance must be came, did_not_come, or null.',
  daysInOrder: 'The first day can’t be later than the last.',
  closureInOrder: 'The end must be after the start.',
  source: (sources: string) => `The source must be one of ${sources}.`,
  overbook: 'The overbook must be true or false.',
  vanishedAnswer: 'The answer must be cancel or put_back.',
  places: 'The places must be a whole number from 1 to 50.',
  kind: (kinds: string) => `The kind must be one of ${kinds}.`,
  duration: (least: number, most: number) =>
    `The length must be a whole number of minutes from ${least} to ${most}.`,
  client: 'Identify the client by email or phone, or by the id of an appointment without either.',
  pushKeys: 'The keys p256dh and auth must be the ones that the browser’s PushManager made.',
  pushService: 'The endpoint must be the HTTPS address of a push service.',
  noPush: 'This server sends no notifications.',
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
    endpoint: 'The endpoint',
    id: 'The id',
    ids: 'The ids',
    appointments: 'The appointments',
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
    hoursAhead: 'The hours ahead',
    latestDaysAhead: 'The number of days',
    hoursBefore: 'The hours before',
  },
}

export const kindErrorWords = {
  consultation: 'is missing, but it’s the kind that clients book',
  id: 'must be in lowercase letters, digits, and hyphens, like second-fitting',
  text: 'must be text between quotes',
  bring: 'must be a list of quoted texts in square brackets',
  duration: (least: number, most: number) => `must be a whole number from ${least} to ${most}`,
  next: (ids: string) => `must be one of ${ids}`,
  /** When stored appointments have a kind that the shop deleted. */
  missing: (ids: string) =>
    `Stored appointments have a kind that your kinds.ts no longer has: ${ids}. Put it back, and start again.`,
}

export const openingErrorWords = {
  day: (day: string) => `The hours on ${day} must be a list, like ['09:00-17:00'], or [] for closed.`,
  stretch: (day: string, typed: string) =>
    `The hours on ${day}, “${typed}”, must be two times with four digits each, like 09:00-17:00.`,
  times:
    'The week must list the hours of all seven days, each with first and last start times, like 09:00-17:00.',
  order: (day: string, first: string, last: string) =>
    `The first appointment on ${day} (${first}) can’t be later than the last (${last}).`,
  overlap: (day: string, time: string) => `The hours on ${day} overlap. Start at ${time} or later.`,
  duration: 'A consultation must last from 15 to 240 minutes.',
  buffer: 'The break must be 0 minutes or more. Appointment and break together can’t be longer than a day.',
  capacity: (most: number) => `The number of fitters must be from 1 to ${most}.`,
  offeredEvery: 'Offered times must be at least 5 minutes apart.',
  oneOpen: 'At least one weekday must be open.',
  dates: 'Special hours must be under a real date, like 2026-12-25.',
  busyCloses: 'Events in your calendar must block everyone or one.',
  hoursAhead: (most: number) =>
    `The notice that clients must give can be at most ${counted(most, 'hour')}, or until the next day.`,
  daysAhead: (most: number) => `Clients can book from 1 to ${counted(most, 'day')} ahead, or with no limit.`,
  changesUntil: 'The deadline for changes must be 0 or more hours before the appointment.',
  reminder: 'The reminder must be 1 or more hours before the appointment, or none.',
}
