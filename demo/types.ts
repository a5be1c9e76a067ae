export interface Testimonial {
  name: string
  title: string
  content: string
  rating: 1 | 2 | 3 | 4 | 5
}

/** The sections of the page, in any order. Hero, one form, and footer are always there. */
export type SectionName =
  | 'visit'
  | 'problem'
  | 'book'
  | 'solution'
  | 'designs'
  | 'testimonials'
  | 'promises'
  | 'questions'
  | 'closing'
  | 'gallery'
  | 'prices'
  | 'about'
  | 'reviews'

/** The page's claims. A shop deletes the ones that it doesn’t make, and the build lists the texts that use them. */
export interface Claims {
  /** For the form, emails, and calendar entries. */
  consultation: string
  clients?: string
  clientsLabel?: string
  rating?: string
  ratingLabel?: string
  since?: string
  turnaround?: string
  measurements?: string
  returns?: string
  booking?: string
  atATime?: string
}

export interface LowestPrices {
  fromInHero?: string
  fromInQuestions?: string
}

export interface Slots {
  aMonth?: string
  left?: string
}

export interface OwnLook {
  colors: PaletteName | OwnColors
  logoOn: 'cloth' | 'sheet'
}

export type PaletteName = 'navy-and-brass' | 'oxblood-and-bone' | 'forest-and-copper' | 'charcoal-and-silver'

/** Each as #rrggbb. */
export interface OwnColors {
  /** The page’s background: pattern paper. */
  ground: string
  /** The form, tickets, and the price list on that ground. */
  sheet: string
  ink: string
  secondInk: string
  /** Dark sections, the label, the main button. */
  cloth: string
  /** Tape, ticket, and accent on cloth. Never text on ground or sheet. */
  metal: string
  /** The metal as text or thread on ground and sheet. */
  thread: string
  /** The cutter’s pencil: only for errors. */
  red: string
}

export interface Photograph {
  /** The name of the file in `pictures/`, without its extension: 'velvet' for `velvet.jpg`. */
  file: string
  /** Describes the photograph for people who can’t see it. */
  alt: string
  caption: string
}

export interface Design {
  name: string
  text: string
  /** 'special-occasion', 'suit', 'tuxedo', or the name of your own file in `pictures/`, without its extension. */
  picture: string
  /** Describes your own photograph. The texts for the others are in `pictures.ts`. */
  alt?: string
}

/** For search engines, which show shops of a kind near a place. */
export interface BusinessForSearch {
  name: string
  kind?: 'ClothingStore' | 'MensClothingStore'
  /** From a map, with at least five decimals. */
  geo?: { latitude: number; longitude: number }
}

export interface PriceGroup {
  name: string
  rows: readonly { what: string; note: string; price: string }[]
}

/**
 * When consultations can start on each weekday: no stretch on a closed day, two with a lunch break between them. Each is
 * the first and the last start on the shop's clock, "09:00-17:00". A consultation may start at either.
 */
export interface Week {
  monday: readonly string[]
  tuesday: readonly string[]
  wednesday: readonly string[]
  thursday: readonly string[]
  friday: readonly string[]
  saturday: readonly string[]
  sunday: readonly string[]
}

/** A new shop's hours and capacity. Once you set them at the desk, only those count. */
export interface Opening {
  week: Week
  /** Length of one consultation in the calendar. */
  durationMinutes: number
  /** The break between two appointments of the same fitter. 0 for none. */
  bufferMinutes: number
  /** How many clients can come at the same time: the number of fitters. */
  capacity: number
  /** Whether an event in your own calendar blocks everyone's time, or one fitter's. */
  busyCloses: 'everyone' | 'one'
  /** The interval between suggested times. Clients can still type any minute. */
  offeredEveryMinutes: number
  /** Dates "YYYY-MM-DD" with special hours, written like a weekday's: [] closes the date. */
  dates: Readonly<Record<string, readonly string[]>>
  /** How many hours ahead clients must book, 0 to 72; null for the next day at the earliest. */
  earliestHoursAhead: number | null
  /** How many days ahead clients may book; null for no limit. */
  latestDaysAhead: number | null
  /** How long before an appointment clients can still reschedule or cancel it with the link in their email. */
  changesUntilHoursBefore: number
  /** How long before an appointment the reminder goes out; null for no reminders. */
  reminderHoursBefore: number | null
}

export const socialProofModes = ['simulated', 'live', 'off'] as const
export type SocialProofMode = (typeof socialProofModes)[number]

export interface AppointmentKind {
  name: string
  plural: string
  /** From 15 to 240. The opening hours set the length of a consultation. */
  durationMinutes?: number
  /** The title of the confirmation. */
  title: string
  /**
   * The first sentence of the confirmation, the reminder, and the calendar entry. Clients read it on the day you book, so
   * it can't say that anything is ready.
   */
  lead: string
  /** Once their order is ready for this appointment. Leave it out if there's nothing to get ready. */
  ready?: string
  /** Things that clients bring, one sentence each. */
  bring: readonly string[]
  /** The kind that the desk offers for the next appointment. */
  next: string
  /** The end of its label at the desk; sewn unless you say otherwise. */
  label?: 'sewn' | 'basted' | 'ticket'
}
