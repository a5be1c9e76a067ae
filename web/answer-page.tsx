import { answerPage } from '../site/copy/other-pages.ts'
import { Application } from './application.tsx'
import { BookingForm } from './booking-form/booking-form.tsx'
import { EdgeTape } from './ui/edge-tape.tsx'
import { WovenLabel } from './ui/woven-label.tsx'

/**
 * The answer to a form sent without script. The server puts title and body in, and on the page with the form what
 * the visitor had typed.
 */
export function AnswerPage({ withForm }: { withForm: boolean }) {
  return (
    <Application>
      <EdgeTape />
      <div className="cloth answer-page">
        <header className="page">
          <WovenLabel />
        </header>
        <main className={withForm ? 'page section book' : 'page section'}>
          <div>
            <h1>%ANSWER_TITLE%</h1>
            <div className="answer-body">%ANSWER_BODY%</div>
            <a className="back" href="/">
              {answerPage.action}
            </a>
          </div>
          {withForm && <BookingForm placement="book" />}
        </main>
      </div>
    </Application>
  )
}
