import { bookingForm } from '#copy/booking-form.ts'
import { answerPage, visitPage } from '#copy/pages.ts'
import { type OpenDay, pickSpreadTimes } from '../../booking/availability.ts'
import { toClientEvent } from '../../booking/calendar-event.ts'
import { consultation, getKind, kindInSentence, lengthInMinutes } from '../../booking/kinds.ts'
import { changesUntilMs, lastFrom } from '../../booking/opening-hours.ts'
import {
  formatDate,
  formatDay,
  formatMoment,
  formatOpenDays,
  formatTapeDay,
  formatTime,
} from '../../booking/time.ts'
import type { SettledVisit as Settled, Visit } from '../../booking/views.ts'
import { Agreement } from '../ui/agreement.tsx'
import { EdgeTape, WovenLabel } from '../ui/drawings.tsx'
import { CallOrText, PhoneParagraph } from '../ui/phone-number.tsx'
import { Place } from './answers.tsx'

interface TimeProps {
  date: string
  time: string
  className: string
}

/** Day and time in one value, so Back can’t pair a time with another day. */
function Time({ date, time, className }: TimeProps) {
  return (
    <label className={className}>
      {/* Chromium reports each as invalid to screen readers until one is chosen. */}
      <input
        type="radio"
        name="to"
        value={`${date} ${time}`}
        required
        aria-invalid={false}
        aria-label={`${formatDay(date)}, ${formatTime(time)}`}
      />
      {formatTime(time)}
    </label>
  )
}

function SoonestDays({ title, days }: { title: string; days: readonly OpenDay[] }) {
  return (
    <fieldset className="visit-soonest">
      <legend className="soonest-title">{title}</legend>
      <ul className="tape-lengths">
        {days.map(({ date, times }) => (
          <li key={date} className="tape-length">
            <span className="tape-day">{formatTapeDay(date).join(', ')}</span>
            {pickSpreadTimes(times).map((time) => (
              <Time key={time} date={date} time={time} className="tape-time" />
            ))}
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function TimesOfDay({ appointment, on, open, shop }: Pick<Visit, 'appointment' | 'on' | 'open' | 'shop'>) {
  const { kind } = appointment
  if (open.length === 0)
    return (
      <p className="times-label">
        {[visitPage.none(formatDate(on)), formatOpenDays(on, shop)].filter(Boolean).join(' ')}
      </p>
    )
  return (
    <fieldset>
      <legend className="times-label">
        {kind === consultation
          ? visitPage.open(formatDate(on))
          : visitPage.openFor(lengthInMinutes(appointment), formatDate(on))}
      </legend>
      <div className="times">
        {open.map((time) => (
          <Time key={time} date={on} time={time} className="choice" />
        ))}
      </div>
    </fieldset>
  )
}

/** "I'll be there", or the client's confirmation. */
function Confirmation({ appointment, token }: Pick<Visit, 'appointment' | 'token'>) {
  if (appointment.confirmedAtMs !== undefined) return <p className="visit-confirmed">{visitPage.confirmed}</p>
  return (
    <form className="visit-confirm" method="post" action={`/?visit=${encodeURIComponent(token)}`}>
      <input type="hidden" name="visit" value={token} />
      <input type="hidden" name="sequence" value={appointment.sequence} />
      <button type="submit" className="stitched" name="do" value="confirm">
        {visitPage.confirm}
      </button>
    </form>
  )
}

/** Only a POST changes anything, because email apps open links automatically. */
export function VisitPage({
  appointment,
  shop,
  token,
  on,
  isOnAsked,
  open,
  soonest,
  notice,
  earliestDate,
}: Visit) {
  const kind = kindInSentence(appointment.kind)
  const isBookable = appointment.kind === consultation
  const post = { method: 'post', action: `/?visit=${encodeURIComponent(token)}` }
  const visit = <input type="hidden" name="visit" value={token} />
  const sequence = <input type="hidden" name="sequence" value={appointment.sequence} />
  return (
    <div className="with-tape">
      <EdgeTape />
      <div className="cloth visit-page">
        <header className="page">
          <WovenLabel />
        </header>
        <main className="page visit">
          <div>
            <h1>{visitPage.title(kind)}</h1>
            <div className="visit-notice">{notice && <p role="status">{notice}</p>}</div>
            <section className="booked">
              <p className="tape-length" aria-hidden="true">
                <span className="tape-day">{formatTapeDay(appointment.appointment_date).join(', ')}</span>
                <span className="tape-time">{formatTime(appointment.appointment_time)}</span>
              </p>
              {/* No referrer: this page’s address contains the token. */}
              <Agreement
                id={appointment.id}
                event={toClientEvent(appointment, shop)}
                when={visitPage.expected(kind, formatMoment(appointment.startEpochMs, shop))}
                link={{ rel: 'noreferrer' }}
              />
            </section>
            <Confirmation appointment={appointment} token={token} />
            {!isBookable && (
              <p className="visit-until">
                {visitPage.plan(lengthInMinutes(appointment), getKind(appointment.kind).bring)}
              </p>
            )}
            <p className="visit-until">
              {visitPage.until(formatMoment(changesUntilMs(appointment.startEpochMs, shop), shop))}
            </p>
            <p className="visit-until">
              {bookingForm.ratherTalk} <CallOrText />
            </p>
            <a className="back" href="/">
              {answerPage.action}
            </a>
          </div>
          <div className="booking-sheet on-paper">
            <div className="sheet-head caps">
              <h2 className="caps">{visitPage.sheet}</h2>
              <span>{isBookable ? visitPage.terms : visitPage.length(lengthInMinutes(appointment))}</span>
            </div>
            {/* The day’s times follow right below, where the client looks. The fragment keeps them in view. */}
            <form className="visit-day" id="day" method="get" action="/#day" autoComplete="off">
              {visit}
              <div className="field">
                <label className="field-label" htmlFor="visit-day">
                  {visitPage.date}
                </label>
                <input
                  className="field-control"
                  id="visit-day"
                  type="date"
                  name="on"
                  min={earliestDate}
                  max={lastFrom(earliestDate, shop) ?? undefined}
                  defaultValue={isOnAsked ? on : ''}
                  required
                />
              </div>
              <button type="submit" className="visit-show">
                {visitPage.showTimes}
              </button>
            </form>
            <form className="visit-move" {...post} autoComplete="off">
              {visit}
              {sequence}
              {isOnAsked && <TimesOfDay appointment={appointment} on={on} open={open} shop={shop} />}
              {!(isOnAsked && open.length > 0) && (
                <SoonestDays title={isOnAsked ? visitPage.next : visitPage.soonest} days={soonest} />
              )}
              <button type="submit" className="stitched sheet-submit" name="do" value="move">
                {visitPage.move(kind)}
              </button>
            </form>
            <details className="visit-cancel">
              <summary>{visitPage.cancelQuestion(kind)}</summary>
              <form {...post}>
                {visit}
                {sequence}
                <p>{visitPage.cancelText}</p>
                {!isBookable && <PhoneParagraph text={visitPage.againByPhone} />}
                <button type="submit" className="stitched sheet-submit" name="do" value="cancel">
                  {visitPage.cancel}
                </button>
              </form>
            </details>
          </div>
        </main>
      </div>
    </div>
  )
}

/** An appointment too close to change online. */
export function SettledVisit({ appointment, shop, token, notice, isAhead }: Settled) {
  return (
    <>
      {notice && <PhoneParagraph text={notice} />}
      <PhoneParagraph
        text={visitPage.expected(
          kindInSentence(appointment.kind),
          formatMoment(appointment.startEpochMs, shop),
        )}
      />
      {isAhead && <Confirmation appointment={appointment} token={token} />}
      <Place />
      <PhoneParagraph text={visitPage.tooLate} />
    </>
  )
}

export function CancelledVisit({ appointment, shop }: Pick<Visit, 'appointment' | 'shop'>) {
  return (
    <>
      <PhoneParagraph text={visitPage.cancelledText(formatMoment(appointment.startEpochMs, shop))} />
      {appointment.kind === consultation ? (
        <p>{visitPage.kept}</p>
      ) : (
        <PhoneParagraph text={visitPage.againByPhone} />
      )}
    </>
  )
}
