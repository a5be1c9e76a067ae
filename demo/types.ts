/**
 * PLACEHOLDERS. These three people do not exist. Replace every quote by a real client's own words, with their consent
 * in writing, before you publish: invented testimonials are unlawful (16 CFR 465.2). The first one stands large; with
 * none between the square brackets the section is left out.
 */
export interface Testimonial {
  name: string
  /** What they do, and where. */
  title: string
  content: string
  rating: 5
}
/**
 * When consultations can start on each weekday: no stretch on a closed day, two with a lunch break between them. Each
 * is the first and the last start on the shop's clock, "09:00-17:00"; a consultation may begin at either minute.
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
/** When clients can come, and how many at a time: of a new shop. Once they were set at the desk, only those count. */
export interface Opening {
  week: Week
  /** Length of one consultation in the calendar. */
  durationMinutes: number
  /** Quiet time that must lie between two appointments of the same fitter. 0 for none. */
  bufferMinutes: number
  /** How many clients can be seen at the same time: the number of fitters. */
  capacity: number
  /** Open times are suggested at this step. Clients may still type any minute. */
  offeredEveryMinutes: number
  /** Single days without consultations, each "YYYY-MM-DD". */
  closedDates: readonly string[]
  /** How many days ahead clients may book; null for no limit. */
  latestDaysAhead: number | null
  /** How long before an appointment clients can still move or cancel it with the link in their mail. */
  changesUntilHoursBefore: number
  /** How long before an appointment its client is reminded by mail; null for no reminders. */
  reminderHoursBefore: number | null
}
