export interface Testimonial {
  name: string
  title: string
  content: string
  rating: 5
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
  /** The interval between suggested times. Clients can still type any minute. */
  offeredEveryMinutes: number
  /** Single days without consultations, each "YYYY-MM-DD". */
  closedDates: readonly string[]
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
  /** Things that clients bring, one sentence each. */
  bring: readonly string[]
  /** The kind that the desk offers for the next appointment. */
  next: string
  /** The end of its label at the desk; sewn unless you say otherwise. */
  label?: 'sewn' | 'basted' | 'ticket'
}
