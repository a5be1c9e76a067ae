export const msPerMinute = 60_000
export const msPerHour = 60 * msPerMinute
export const msPerDay = 24 * msPerHour
