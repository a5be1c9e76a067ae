import { visitPage } from '#copy/pages.ts'
import { toClientEvent } from '../../booking/calendar-event.ts'
import { consultation, getKind, kindInSentence, lengthInMinutes } from '../../booking/kinds.ts'
import { changesUntilMs, lastFrom } from '../../booking/opening-hours.ts'
import { formatDate, formatOpenDays, formatTime, shownTime } from '../../booking/time.ts'
import type { Visit } from '../../booking/views.ts'
import { Agreement } from '../ui/agreement.tsx'
import { WovenLabel } from '../ui/drawings.tsx'
import { PhoneParagraph } from '../ui/phone-number.tsx'
import { Place } from './answers.tsx'

function TimesToChoose({ appointment, on, open }: Pick<Visit, 'appointment' | 'on' | 'open'>) {
  const { kind } = appointment
  return (
    <>
      <fieldset>
        <legend className="times-label">
          {kind === consultation ? visitPage.open : visitPage.openFor(lengthInMinutes(appointment))}{' '}
          {formatDate(on)}
        </legend>
        <div className="times">
          {open.map((time) => (
            <label key={time} className="choice">
              {/* Chromium reports each as invalid to screen readers until one is chosen. */}
              <input type="radio" name="appointment_time" value={time} required aria-invalid={false} />
              {formatTime(time)}
            </label>
          ))}
        </div>
      </fieldset>
      <button type="submit" className="stitched sheet-submit" name="do" value="move">
        {visitPage.move(kindInSentence(kind))}
      </button>
    </>
  )
}

/** Only a POST changes anything, because email apps open links by themselves. */
export function VisitPage({ appointment, shop, token, on, open, notice, earliestDate }: Visit) {
  const kind = kindInSentence(appointment.kind)
  const isBookable = appointment.kind === consultation
  const post = { method: 'post', action: `/?visit=${encodeURIComponent(token)}` }
  const visit = <input type="hidden" name="visit" value={token} />
  const sequence = <input type="hidden" name="sequence" value={appointment.sequence} />
  return (
    <div className="cloth visit-page">
      <header className="page">
        <WovenLabel />
      </header>
      <main className="page visit">
        <div>
          <h1>{visitPage.title(kind)}</h1>
          <div className="visit-notice">{notice && <p role="status">{notice}</p>}</div>
          <section className="booked">
            {/* No referrer: this page’s address holds the token. */}
            <Agreement
              id={appointment.id}
              event={toClientEvent(appointment, shop)}
              when={`${visitPage.expected(kind)} ${shownTime(appointment.startEpochMs, shop)}.`}
              link={{ rel: 'noreferrer' }}
            />
          </section>
          {!isBookable && (
            <p className="visit-until">
              {visitPage.plan(lengthInMinutes(appointment), getKind(appointment.kind).bring)}
            </p>
          )}
          <p className="visit-until">
            {visitPage.until} {shownTime(changesUntilMs(appointment.startEpochMs, shop), shop)}.
          </p>
        </div>
        <div className="booking-sheet on-paper">
          <div className="sheet-head caps">
            <h2 className="caps">{visitPage.sheet}</h2>
            <span>{isBookable ? visitPage.terms : visitPage.length(lengthInMinutes(appointment))}</span>
          </div>
          <form className="visit-day" method="get" action="/">
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
                defaultValue={on}
                required
              />
            </div>
            <button type="submit" className="visit-show">
              {visitPage.showTimes}
            </button>
          </form>
          {open.length === 0 ? (
            <p className="times-label">
              {[`${visitPage.none} ${formatDate(on)}.`, formatOpenDays(on, shop)].filter(Boolean).join(' ')}
            </p>
          ) : (
            <form className="visit-move" {...post}>
              {visit}
              {sequence}
              <input type="hidden" name="appointment_date" value={on} />
              <TimesToChoose appointment={appointment} on={on} open={open} />
            </form>
          )}
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
  )
}

/** An appointment that is too soon to change here. */
export function SettledVisit({ appointment, shop, notice }: Pick<Visit, 'appointment' | 'shop' | 'notice'>) {
  return (
    <>
      {notice && <PhoneParagraph text={notice} />}
      <PhoneParagraph
        text={`${visitPage.expected(kindInSentence(appointment.kind))} ${shownTime(appointment.startEpochMs, shop)}.`}
      />
      <Place />
      <PhoneParagraph text={visitPage.tooLate} />
    </>
  )
}

export function CancelledVisit({ appointment, shop }: Pick<Visit, 'appointment' | 'shop'>) {
  return (
    <>
      <PhoneParagraph text={visitPage.cancelledText(shownTime(appointment.startEpochMs, shop))} />
      {appointment.kind === consultation ? (
        <p>
          <a className="stitched" href="/#book">
            {visitPage.again}
          </a>
        </p>
      ) : (
        <PhoneParagraph text={visitPage.againByPhone} />
      )}
    </>
  )
}
