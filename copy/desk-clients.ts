import { counted } from '#copy/dates.ts'

/** The words about clients: their notes, finding them, and telling or undoing several at once. */
export const deskClients = {
  /** In place of the name, which isn't stored any longer: at the desk, in calendars, and in emails to the owner. */
  deletedName: 'Deleted client',

  /** Notes that this device keeps until the server has them. */
  notes: {
    saved: (device: string) => `Saved on this ${device}.`,
    phone: 'phone',
    device: 'device',
    goesOut: 'It goes out when you’re back online.',
    notSaved: (device: string) => `This ${device} can’t store the note.`,
    keepOpen: 'Keep the desk open until it goes out.',
    onlyHere: 'Only on this device',
    /** On a card, when another device saved its own note first. */
    twoTexts: 'Also changed on another device',
    both: 'This note also changed on another device.',
    which: 'Keep which one?',
    theirs: 'The other one',
    yours: 'Yours',
    empty: '(empty)',
    keep: 'Keep',
    keepTheirs: 'Keep the other note',
    keepYours: 'Keep your note',
    keepBoth: 'Keep both, one below the other',
    keptTheirs: 'Kept the other note.',
    waiting: (count: number) => `${counted(count, 'note goes', 'notes go')} out when you’re back online.`,
    sent: (count: number) => (count === 1 ? 'Note saved.' : `${counted(count, 'note')} saved.`),
    lost: (count: number) => `${counted(count, 'note was', 'notes were')} not saved.`,
    clientDeleted: 'Note not saved: the client’s data was deleted.',
  },

  undoing: {
    open: 'Undo bookings like this',
    check: 'Check them',
    title: 'Are these real?',
    network: '1 network',
    text: (count: number) =>
      `${counted(count, 'booking')} came from one network, email address, or phone number. Check the ones that aren’t real. Undoing cancels them and opens their times. You can’t take that back.`,
    checked: (count: number, all: number) => (count === 0 ? 'None checked' : `${count} of ${all} checked`),
    checkNew: (count: number) => `Check ${count} new ${count === 1 ? 'one' : 'ones'}`,
    uncheckAll: 'Uncheck all',
    email: 'Gets a cancellation email',
    noEmail: 'No email: never opened a link',
    known: {
      came: (date: string) => `Came on ${date}`,
      visit: (date: string) => `Also booked for ${date}`,
      moved: () => 'You moved it',
      noted: () => 'You wrote a note',
    },
    undo: (count: number) => `Undo ${count}`,
    undone: (count: number) => `Canceled ${counted(count, 'booking')}.`,
    real: 'These are real',
    ended: 'OK, these are real.',
    alert: (count: number) => `${counted(count, 'booking')} came from one network.`,
    alertText: 'That’s unusual. Are these real clients?',
  },

  /** One message to several clients. */
  telling: {
    open: 'Cancel and tell them',
    title: 'Cancel and tell them',
    message: 'Message',
    messageToday: 'I can’t be at the shop today. I’m sorry for the late notice.',
    messageLater: 'We’re closed then. We’re sorry for the change.',
    emailText:
      'This also closes the time. Each email starts with the client’s own time. You can’t undo this.',
    clients: (count: number) => counted(count, 'client'),
    uncheckAll: 'Uncheck all',
    checkAll: 'Check all',
    cancel: (count: number, emails: number) =>
      emails === 0 ? `Cancel ${count}` : `Cancel ${count} and send ${counted(emails, 'email')}`,
    canceled: (count: number) => `${count} canceled`,
    onTheirWay: (emails: number) =>
      `${counted(emails, 'email is', 'emails are')} on ${emails === 1 ? 'its' : 'their'} way. The time is closed.`,
    closed: 'The time is closed.',
    toText: (count: number) => `Tell the ${count === 1 ? 'one' : count} without an email address yourself.`,
    leftOut: (when: string) => `has since changed: ${when}. Still booked, and got no email.`,
    gone: 'was already canceled, and got no second email.',
    email: 'Email',
    emailed: 'Emailed',
    noEmail: 'no email',
    text: 'Text',
    textTo: (name: string) => `Text ${name}`,
    texted: (time: string) => `Texted ${time}`,
    textOthers: 'Text the others too',
    done: 'Done',
    ready: (name: string) => `Tell ${name} it’s ready`,
    /** The first line of the message, with the time of the appointment. */
    readyMessage: (kind: string, when: string) =>
      `We’re ready for your ${kind} on ${when}. To come sooner, call us.`,
    told: (day: string) => `told ${day}`,
    toldShort: 'told',
    toldOn: (day: string) => `Told on ${day}`,
    toldBy: { email: (time: string) => `by email, ${time}`, text: (time: string) => `by text, ${time}` },
    send: (emails: number) => `Send ${counted(emails, 'email')}`,
    sent: (emails: number) => `Sending ${counted(emails, 'email')}.`,
    textMessage: 'Text message',
    textTitle: (name: string) => `Text ${name}`,
    textAbout: 'Opens your phone’s messages with this text. Landlines can’t get texts, so call those.',
    reminder: 'Reminder',
    readyWords: 'Ready',
    noWords: 'Blank',
    noWordsText: 'Type your own.',
    late: 'Running late',
    howLate: 'How late',
    minutes: (count: number) => counted(count, 'minute'),
    lateMessage: 'Sorry, and see you soon.',
    lateText: 'Each email says when the client’s own appointment starts. Nothing moves.',
    stillToCome: 'Still to come',
    noneToCome: 'No one else is booked today.',
  },

  /** The page of one client. */
  client: {
    since: (year: number) => `Client since ${year}`,
    visits: (count: number) => counted(count, 'visit'),
    visitsAnd: (count: number) => `${counted(count, 'visit')} and details`,
    next: (kind: string, when: string) => `Next: ${kind} on ${when}.`,
    note: 'About this client',
    wholeNote: 'Show the whole note',
    visitsTitle: 'Visits',
    book: 'Book',
    correct: 'Correct details',
    correctText:
      'Changes all upcoming appointments and the record of past ones. A new email address gets the confirmation, and the old one gets nothing.',
    corrected: 'Details corrected.',
  },

  finding: {
    label: 'Name, phone, or email',
    none: 'No clients found.',
    away: 'You’re offline, so this searches only the days that this device loaded.',
    found: (count: number) => `${counted(count, 'client')} found.`,
    forget: 'Delete client data',
    forgetTitle: (name: string) => `Delete ${name}’s data?`,
    forgetText:
      'Deletes the client’s name, phone, email, and notes. Their appointments stay in your figures without a name. You can’t undo this.',
    forgetVerb: 'Delete',
    forgotten: (name: string) => `Deleted ${name}’s data.`,
  },
}
