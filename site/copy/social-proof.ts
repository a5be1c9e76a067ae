/** The small lines under the first visit; the numbers come from site/social-proof.ts or from your bookings. */
export const socialProofWords = {
  viewers: (count: number) => `${count} people viewing this page`,
  slots: (count: number) => `Only ${count} consultation ${count === 1 ? 'slot' : 'slots'} left this month`,
  minutes: (count: number) => `${count} ${count === 1 ? 'minute' : 'minutes'}`,
  hours: (count: number) => `${count} ${count === 1 ? 'hour' : 'hours'}`,
  days: (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`,
  lastBooked: (span: string) => `Last booked: ${span} ago`,
  hide: 'Hide these figures',
  show: 'Show these figures',
}
