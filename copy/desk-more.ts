import { counted, inWords } from '#copy/dates.ts'

/** The words of signing in and out, this device, sent emails, and downloads. */
export const deskMore = {
  signedOutHere:
    'You were offline, so only this device is signed out. Sign in again to sign out your other devices.',

  /** Before signing out. */
  signingOut: {
    text: 'To come back, you need a new link from the shop’s mailbox.',
    here: 'This device',
    others: (count: number) =>
      count === 1 ? 'The other one stays signed in.' : `The other ${inWords(count)} stay signed in.`,
    othersUnknown: 'Other devices stay signed in.',
    all: (count: number) => `All ${counted(count, 'device')}`,
    allUnknown: 'All devices',
    allText: 'For a lost device. Everyone who works here will need a new link.',
  },

  /** Notifications on this device, also while the desk is closed. */
  device: {
    title: 'Booking notifications',
    text: 'On this device: only the name, day, and time, even while the desk is closed.',
    /** In place of that, after it was on. */
    ended: 'Notifications on this device have ended. Turn them on again.',
    endedTitle: 'This device no longer gets notifications.',
    endedNotice: 'Turn them on again in More.',
    on: 'On',
    off: 'Off',
    homeScreen:
      'First add the desk to your home screen: tap Share, then Add to Home Screen. Open it from there.',
    blocked: 'This browser blocks notifications from the desk. Allow them in its settings, then come back.',
    none: 'This browser can’t show notifications from the desk. Try another one, at an https address.',
  },

  sent: {
    text: 'No mail server is set up, so emails are saved here instead of sent.',
    none: 'No emails yet.',
    byServer: 'Emails go out through your mail server. No copies are kept here.',
    to: (address: string) => `to ${address}`,
    attached: (files: string) => `Attached: ${files}`,
  },

  taking: {
    text: 'All appointments between two dates, including canceled ones.',
    csv: 'Spreadsheet (CSV)',
    calendar: 'Calendar (iCalendar)',
  },

  wayIn: {
    text: 'For the shop’s owner. The sign-in link goes to the shop’s inbox.',
    mail: 'Email me a link',
    mailedTitle: 'Check your email.',
    mailedText: 'The link is good for one use within 15 minutes. Didn’t get it? Check your spam folder.',
    pasted: 'Link from the email',
    pastedHint: 'In the email, press and hold the link, copy it, and paste it here.',
    noLink: 'That isn’t the whole link. Copy it from the email again.',
    linkTitle: 'Sign in to the desk',
    linkText: 'This device stays signed in until you go 30 days without using it.',
    open: 'Open the desk',
    usedTitle: 'This link no longer works',
    usedText: 'Each link is good for one use within 15 minutes. Request a new one.',
    ended: 'You’re signed out. Request a new link to sign in.',
  },
}
