import { business } from '../business.ts'

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
