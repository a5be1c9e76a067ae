const dayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})
const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' })
const timeFormat = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' })

/** Wall time has no zone; read and shown in the same one, it stays what it is. */
function asUtc(date: string, time: string): Date {
  return new Date(`${date}T${time}Z`)
}

/** "2026-12-03" as "Thursday, December 3". */
export function dayWords(date: string): string {
  return dayFormat.format(asUtc(date, '00:00'))
}

/** "2026-12-03" as "Thursday, December 3, 2026". */
export function dateWords(date: string): string {
  return dateFormat.format(asUtc(date, '00:00'))
}

/** "10:30" as "10:30 AM", with a space that never breaks. */
export function timeWords(time: string): string {
  return timeFormat.format(asUtc('2000-01-01', time)).replace(/\s/u, '\u00a0')
}
