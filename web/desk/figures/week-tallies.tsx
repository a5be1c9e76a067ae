import type { Figures } from '../../../booking/owner-api.ts'
import { desk } from '../../../copy/desk.ts'
import { Tally } from '../frame/day-row.tsx'
import { bareDate } from '../ui/words.ts'

/** Above this, one stroke stands for five. */
const strokesMax = 60

/** Weeks as chalk tally, the newest first. */
export function WeekTallies({ weeks }: { weeks: Figures['by_week'] }) {
  const byFive = Math.max(...weeks.map(({ booked }) => booked)) > strokesMax
  return (
    <section>
      <h2>{byFive ? desk.charts.weeksByFive : desk.charts.weeks}</h2>
      <ol className="week-tallies" aria-hidden="true">
        {[...weeks]
          .sort((a, b) => b.week.localeCompare(a.week))
          .map(({ week, booked }) => (
            <li key={week}>
              <span>{bareDate(week)}</span>
              <Tally count={byFive ? Math.round(booked / 5) : booked} />
              <b className="number">{booked}</b>
            </li>
          ))}
      </ol>
    </section>
  )
}
