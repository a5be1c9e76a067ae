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
