import './cloths.css'
import { desk } from '#copy/desk.ts'
import type { Counts, Figures } from '../../../booking/owner-api.ts'
import { sourceIds } from '../../../booking/sources.ts'
import { Tally } from '../layout/day-row.tsx'
import { roundStep, widthInUnits } from '../timeline/scale.ts'
import { CameMark, OpenMark } from '../ui/icons.tsx'
import { bareDate, inTen, sourceWords } from '../ui/words.ts'

/** In the order of the sources. */
const cloths = ['chalk-stripe', 'herringbone', 'navy', 'tobacco', 'burgundy', 'glen']

/** Plain for unknown sources, and for a source that the shop has since removed. */
const clothOf = (source: string | null) =>
  source !== null && sourceIds.includes(source) ? cloths[sourceIds.indexOf(source) % cloths.length] : 'plain'

const words = desk.charts

const numeralsWithin = (end: number, step: number) =>
  Array.from({ length: Math.ceil(end / step) - 1 }, (_, index) => (index + 1) * step)

export function SourceCloths({ sources, booked }: { sources: Figures['by_source']; booked: number }) {
  const longest = Math.max(...sources.map((source) => source.booked))
  const units = widthInUnits(longest)
  const step = roundStep(longest)
  return (
    <section className="cloths-part">
      <h2>{words.sources}</h2>
      <p className="hint">{words.sourcesText(booked)}</p>
      <div className="cloths" aria-hidden="true" style={{ '--units': units, '--step': step }}>
        {sources.map(({ referral_source: source, ...counts }) => (
          <div key={source} className="cloth-row">
            <b>{sourceWords(source) ?? words.notAsked}</b>
            <div className="cloth-place row">
              <div
                className={`cloth-length cloth-${clothOf(source)}`}
                style={{ '--booked': counts.booked, '--came': counts.came / Math.max(1, counts.booked) }}
              />
              <p>
                <span className="number">{counts.booked}</span>{' '}
                <span className="came-of">{words.cameOf(counts.came, counts.came_back)}</span>
              </p>
            </div>
          </div>
        ))}
        <div className="axis">
          {numeralsWithin(units, step).map((numeral) => (
            <b key={numeral} style={{ '--booked': numeral }}>
              {numeral}
            </b>
          ))}
        </div>
      </div>
    </section>
  )
}

/** Above this number, one stroke or stitch stands for five. */
export const strokesMax = 60

export function WeekTallies({ weeks }: { weeks: Figures['by_week'] }) {
  const byFive = weeks.some(({ booked }) => booked > strokesMax)
  return (
    <section>
      <h2>{byFive ? desk.charts.weeksByFive : desk.charts.weeks}</h2>
      <ol className="week-tallies" aria-hidden="true">
        {weeks.map(({ week, booked }) => (
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

export function AheadTape({ ahead: { median, nine_tenths } }: { ahead: Figures['days_ahead'] }) {
  if (median === null || nine_tenths === null) return null
  const weeks = Math.max(1, Math.ceil((nine_tenths + 1) / 7))
  const everyWeeks = Math.ceil(weeks / 6)
  const share = (days: number) => days / (weeks * 7)
  const at = (days: number) => ({ '--share': share(days) })
  const mark = (days: number, what: string, name: string) => (
    <p className={`ahead-mark ${name} ${share(days) > 0.5 ? 'ahead-before' : ''}`} style={at(days)}>
      <b>{words.days(Math.round(days))}</b> <span>{what}</span>
    </p>
  )
  return (
    <section className="ahead">
      <h2>{words.ahead}</h2>
      <div className="ahead-marks">
        {mark(median, words.aheadHalf, 'ahead-half')}
        {mark(nine_tenths, words.aheadNine, 'ahead-nine')}
      </div>
      <div className="axis" aria-hidden="true" style={{ '--weeks': weeks }}>
        {numeralsWithin(weeks * 7, everyWeeks * 7).map((days) => (
          <b key={days} style={at(days)}>
            {days}
          </b>
        ))}
      </div>
      <p className="ahead-ends small" aria-hidden="true">
        <span>{words.booked}</span>
        <span>{words.weeksOn(weeks)}</span>
      </p>
    </section>
  )
}

export function AttendanceChart({ counts: { came, did_not_come, cancelled } }: { counts: Counts }) {
  const expected = came + did_not_come
  const tenths = inTen(came, expected)
  return (
    <section className="came">
      <h2>{words.came}</h2>
      {expected > 0 && (
        <>
          <div className="buttonholes" aria-hidden="true">
            {numeralsWithin(11, 1).map((tenth) =>
              tenth <= tenths ? <CameMark key={tenth} /> : <OpenMark key={tenth} />,
            )}
          </div>
          <p className="came-text">{words.cameText(tenths)}</p>
        </>
      )}
      <dl>
        {[
          [words.came, came],
          [words.count.did_not_come, did_not_come],
          [words.cancelledBefore, cancelled],
        ].map(([word, count]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd className="number">{count}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
