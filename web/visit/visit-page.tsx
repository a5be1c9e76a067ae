import { mapLink } from '../../booking/calendar-links.ts'
import { addressLine } from '../../site/business.ts'
import { visitPage } from '../../site/copy/visit.ts'
import { WovenLabel } from '../ui/woven-label.tsx'

/** What each form sends to say which appointment it is about. */
function WhichAppointment({ withSequence }: { withSequence: boolean }) {
  return (
    <>
      <input type="hidden" name="visit" value="%VISIT_TOKEN%" />
      {withSequence && <input type="hidden" name="sequence" value="%VISIT_SEQUENCE%" />}
    </>
  )
}

/** The appointment itself. Its links go elsewhere, and must not say where they were clicked. */
function Ticket() {
  return (
    <section className="booked">
      <p className="booked-when">{visitPage.expected} %VISIT_WHEN%.</p>
      <address>
        {addressLine}
        <br />
        <a href={mapLink} rel="noreferrer">
          {visitPage.map}
        </a>
      </address>
      <p>{visitPage.keep}</p>
      <ul className="booked-links">
        <li>
          <a href="%VISIT_GOOGLE%" rel="noreferrer">
            {visitPage.google}
          </a>
        </li>
        <li>
          <a href="%VISIT_OUTLOOK%" rel="noreferrer">
            {visitPage.outlook}
          </a>
        </li>
      </ul>
    </section>
  )
}

/**
 * What a client sees who opens the link in a mail: the appointment, and forms to move or cancel it. The server fills
 * it in. It has no script: every step is a form, and only what is posted changes anything.
 */
export function VisitPage() {
  return (
    <div className="cloth visit-page">
      <header className="page">
        <WovenLabel />
      </header>
      <main className="page visit">
        <div>
          <h1>{visitPage.title}</h1>
          <div className="visit-notice">%VISIT_NOTICE%</div>
          <Ticket />
          <p className="visit-until">{visitPage.until} %VISIT_UNTIL%.</p>
        </div>
        <div className="booking-sheet on-paper">
          <div className="sheet-head caps">
            <h2 className="caps">{visitPage.sheet}</h2>
            <span>{visitPage.terms}</span>
          </div>
          <form className="visit-day" method="get" action="/">
            <WhichAppointment withSequence={false} />
            <div className="field">
              <label className="field-label" htmlFor="visit-day">
                {visitPage.date}
              </label>
              <input
                className="field-control"
                id="visit-day"
                type="date"
                name="on"
                min="%EARLIEST_DATE%"
                defaultValue="%VISIT_ON%"
                required
              />
            </div>
            <button type="submit" className="visit-show">
              {visitPage.showTimes}
            </button>
          </form>
          <form className="visit-move" method="post" action="/?visit=%VISIT_TOKEN%">
            <WhichAppointment withSequence />
            <input type="hidden" name="appointment_date" value="%VISIT_ON%" />
            %VISIT_TIMES%
          </form>
          <details className="visit-cancel">
            <summary>{visitPage.cancelQuestion}</summary>
            <form method="post" action="/?visit=%VISIT_TOKEN%">
              <WhichAppointment withSequence />
              <p>{visitPage.cancelText}</p>
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
