import { ownerFieldTitles } from '#copy/booking-form.ts'
import { capitalize, counted, inWords } from '#copy/dates.ts'

/** The words of one appointment, and of adding, moving, and canceling it. */
export const deskAppointment = {
  appointment: {
    call: 'Call',
    text: 'Text',
    mail: 'Email',
    move: 'Move',
    cancel: 'Cancel appointment',
    came: 'Came',
    didNotCome: 'Did not come',
    opens: (time: string) => `Mark attendance starting at ${time}.`,
    /** Its kind and length, and the number of the client's visit. */
    about: (kind: string, visit: string) => `${kind}. ${capitalize(visit)}.`,
    note: 'Note',
    /** Above the note of one appointment: “This fitting”. */
    thisOne: (kind: string) => `This ${kind}`,
    noteHint: 'only you can see this',
    save: 'Save',
    heardOf: (source: string) => `Found us on ${source}.`,
    heardOfFriend: 'Found us through a friend.',
    bookedBy: (actor: 'client' | 'shop', day: string) =>
      `Booked by ${actor === 'client' ? 'the client' : 'you'} on ${day}.`,
    ledger: 'Emails and calendar',
    movedBy: (actor: 'client' | 'shop', day: string, from: string) =>
      `Moved by ${actor === 'client' ? 'the client' : 'you'} on ${day}, from ${from}.`,
    cancelledBy: (actor: 'client' | 'shop', day: string) =>
      `Canceled by ${actor === 'client' ? 'the client' : 'you'} on ${day}.`,
    /** By the client, who said that they'll be there. */
    confirmedOn: (moment: string) => `The client confirmed on ${moment}.`,
    correctedBy: (day: string, what: string) => `You corrected the ${what} on ${day}.`,
    details: {
      full_name: 'name',
      email: 'email address',
      phone: 'phone number',
      kind: 'kind',
      length: 'length',
    },
    correct: 'Correct kind or length',
    correctText: 'The day and time stay the same. The client gets a confirmation.',
    corrected: (name: string) => `Corrected ${name}’s appointment.`,
    gone: 'This appointment doesn’t exist.',
    marked: {
      came: (name: string) => `${name} came.`,
      did_not_come: (name: string) => `${name} didn’t come.`,
    },
    unnoted: (name: string) => `Attendance cleared for ${name}.`,
    noted: (time: string) => `Noted at ${time}.`,
    noteSaved: 'Note saved.',
    noteNow: (note: string) => `The note now says: ${note}`,
    notSent: (what: string) => `‘${what}’ wasn’t saved`,
  },

  adding: {
    caps: 'Phone or walk-in',
    text: 'You only need a name, date, and time.',
    kind: 'Kind',
    kindOption: (name: string, minutes: number) => `${name}, ${counted(minutes, 'minute')}`,
    book: 'Book',
    title: (name: string) => `Book ${name}`,
    open: (minutes: number, day: string) => `${minutes}-minute openings on ${day}`,
    noneOpen: (minutes: number, day: string) => `No ${minutes}-minute openings left on ${day}`,
    closed: (reason: string) => (reason ? `Closed: ${reason}.` : 'Closed.'),
    closedOn: (day: string) => `Closed on ${day}s.`,
    outside: 'Outside the opening hours.',
    busy: 'Busy in your calendar.',
    canBook: 'You can still book.',
    /** Followed by open times to tap. */
    next: (day: string) => `Next: ${day} at`,
    /** Followed by open times to tap. */
    closest: 'Closest open times that day',
    full: (booked: number, capacity: number, time: string) =>
      capacity === 1 && booked === 1
        ? `One client is booked at ${time}.`
        : booked > capacity
          ? `${capitalize(inWords(booked))} clients are booked at ${time}, for ${counted(capacity, 'place')}.`
          : `${capitalize(inWords(booked))} of ${inWords(capacity)} clients are booked at ${time}.`,
    withThisOne: (count: number) => `This one makes ${inWords(count)}.`,
    bookAnyway: 'Book anyway',
    name: ownerFieldTitles.full_name,
    email: ownerFieldTitles.email,
    phone: ownerFieldTitles.phone,
    date: ownerFieldTitles.appointment_date,
    time: ownerFieldTitles.appointment_time,
    length: 'Length',
    minutesUnit: 'min',
    source: ownerFieldTitles.referral_source,
    sourceUnknown: 'Not asked',
    fillIn: 'Fill in',
    openClient: (name: string) => `Open ${name}`,
    booked: (name: string) => `${name} is booked.`,
    after: (kind: string) => `After the ${kind}`,
    inTwoWeeks: 'In two weeks',
  },

  moving: {
    title: (name: string) => `Move ${name}`,
    text: 'The client will get an email with the new time.',
    moved: (name: string) => `Moved ${name}.`,
    moveAnyway: 'Move anyway',
  },

  cancelling: {
    title: (name: string) => `Cancel ${name}’s appointment?`,
    text: 'The client gets an email, and the time opens up right away. You can’t undo this.',
    textWithoutMail:
      'The time opens up right away. There’s no email address, so tell the client yourself. You can’t undo this.',
    textOver: 'It has already passed, so the client gets no email. You can’t undo this.',
    message: 'Message to the client',
    messageHint: 'optional',
    mail: 'The email begins',
    mailTitle: (kind: string) => `Your ${kind} is canceled.`,
    mailText: (kind: string, when: string) => `We’re sorry, but we have to cancel your ${kind} on ${when}.`,
    cancelled: (name: string) => `Canceled ${name}’s appointment.`,
  },
}
