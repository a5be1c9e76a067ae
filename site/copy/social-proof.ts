/** The small lines under the first visit; the numbers come from site/social-proof.ts or from your bookings. */
export const socialProofWords = {
  viewers: (count: number) => `${count} people viewing this page`,
  slots: (count: number) => `Only ${count} consultation ${count === 1 ? 'slot' : 'slots'} left this month`,
  lastBooked: (span: string) => `Last booked: ${span} ago`,
  hide: 'Hide these figures',
  show: 'Show these figures',
}
