import { counted } from './counted.ts'

/** What each field is called, above it and in sentences. */
export const fieldTitles = {
  full_name: 'Full Name',
  email: 'Email Address',
  phone: 'Phone Number',
  appointment_date: 'Preferred Date',
  appointment_time: 'Preferred Time',
  referral_source: 'How did you hear about us?',
}

/** What is wrong with a field, in a sentence that stands beside it and names it. */
export const fieldFaults = {
  required: (title: string) => `${title} is required.`,
  noText: (title: string) => `${title} must be text.`,
  nameCharacter: 'Full Name has a character that cannot be written on a ticket.',
  nameLength: (most: number) => `Full Name can have at most ${counted(most, 'character')}.`,
  nameAddress: 'Full Name is for a name: it cannot hold the address of a website or a mailbox.',
  email: 'Email Address must look like name@example.com.',
  emailLetters: 'Email Address can have only the letters a to z, without accents, before the @.',
  phone: 'Phone Number must have 7 to 15 digits, like (555) 123-4567.',
  noDate: 'Preferred Date must be a day of the calendar, as YYYY-MM-DD.',
  earliest: (date: string) => `Preferred Date can be ${date} at the earliest.`,
  latest: (date: string) => `Preferred Date can be ${date} at the latest.`,
  closed: 'Preferred Date is a day on which we are closed.',
  /** Said after it, and on the page of a visit. */
  openOn: (days: string) => `We are open every ${days}.`,
  openExcept: (days: string) => `We are open every day except ${days}.`,
  time: (first: string, last: string) => `Preferred Time must be between ${first} and ${last}.`,
  clockChange: 'Preferred Time does not exist once on that day, because the clocks change.',
  source: (sources: string) => `How did you hear about us? takes one of ${sources}.`,
}
