/** Wall time has no zone; read and shown in the same one, it stays what it is. */
function dateText(date: string, words: Intl.DateTimeFormatOptions): string {
  // Made when a date is to be said: to make a formatter takes a phone 10 ms, at a time when the page comes to life.
  return new Date(`${date}T00:00Z`).toLocaleDateString('en-US', { ...words, timeZone: 'UTC' })
}

/** "2026-12-03" as "Thursday, December 3". */
export function dayWords(date: string): string {
  return dateText(date, { weekday: 'long', month: 'long', day: 'numeric' })
}

/** "2026-12-03" as "Thursday, December 3, 2026". */
export function dateWords(date: string): string {
  return dateText(date, { dateStyle: 'full' })
}

/** "10:30" as "10:30 AM", with a space that never breaks. */
export function timeWords(time: string): string {
  const [hours = 0] = time.split(':').map(Number)
  return `${hours % 12 || 12}${time.slice(2)}\u00a0${hours < 12 ? 'AM' : 'PM'}`
}
