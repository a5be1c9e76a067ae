import { epochMsToWallTime, minutesOfDay } from '../../../booking/time.ts'
import { business } from '../../../demo/business.ts'
import { createStore } from '../../ui/store.ts'

const minuteMs = 60_000

/** What the shop's clock shows at an instant. */
function shownAt(epochMs: number) {
  const { date, time } = epochMsToWallTime(epochMs, business.timeZone)
  return { epochMs, today: date, time, minutes: minutesOfDay(time) }
}

const now = createStore(shownAt(Date.now()))
let timer: ReturnType<typeof setTimeout> | undefined

function tick() {
  clearTimeout(timer)
  now.set(shownAt(Date.now()))
  timer = setTimeout(tick, minuteMs - (Date.now() % minuteMs))
}
tick()
// A telephone in a pocket has no timers.
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && tick())

/** What the shop's clock shows; it moves once a minute. */
export const useNow = now.use

export const todayNow = () => now.get().today
