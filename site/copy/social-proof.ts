import { counted } from './counted.ts'

/** The small lines under the first visit; the numbers come from site/social-proof.ts or from your bookings. */
export const socialProofWords = {
  viewers: (count: number) => `${count} people viewing this page`,
  slots: (count: number) => `Only ${counted(count, 'consultation slot')} left this month`,
  minutes: (count: number) => counted(count, 'minute'),
  hours: (count: number) => counted(count, 'hour'),
  days: (count: number) => counted(count, 'day'),
  lastBooked: (span: string) => `Last booked: ${span} ago`,
  hide: 'Hide these figures',
  show: 'Show these figures',
}
