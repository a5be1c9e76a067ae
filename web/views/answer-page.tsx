import type { ReactNode } from 'react'
import { mapLink } from '../../booking/links.ts'
import { agreement } from '../../copy/booking-form.ts'
import { answerPage } from '../../copy/pages.ts'
import { addressLine, business } from '../../demo/business.ts'
import { EdgeTape } from '../ui/edge-tape.tsx'
import { WovenLabel } from '../ui/woven-label.tsx'

interface AnswerPageProps {
  title: string
  /** What happened, and what to do now. */
  children: ReactNode
  /** Stands beside the answer. */
  form?: ReactNode
}

/** The answer to a form sent without script, or to a link in a mail. */
export function AnswerPage({ title, children, form }: AnswerPageProps) {
  return (
    <div className="with-tape">
      <EdgeTape />
      <div className="cloth answer-page">
        <header className="page">
          <WovenLabel />
        </header>
        <main className={form ? 'page section book' : 'page section'}>
          <div>
            <h1>{title}</h1>
            <div className="answer-body">{children}</div>
            <a className="back" href="/">
              {answerPage.action}
            </a>
          </div>
          {form}
        </main>
      </div>
    </div>
  )
}

/** A paragraph in which the shop's telephone number opens a message to it, the first time; it never breaks across lines. */
export function Paragraph({ text }: { text: string }) {
  const { display, dial } = business.phone
  const [before, ...after] = text.split(display)
  if (after.length === 0) return <p>{text}</p>
  return (
    <p>
      {before}
      <a className="no-break" href={`sms:${dial}`}>
        {display}
      </a>
      {after.join(display)}
    </p>
  )
}

/** Where the shop is. The link must not say where it was clicked. */
export const Place = () => (
  <p>
    {addressLine}
    <br />
    <a href={mapLink} rel="noreferrer">
      {agreement.map}
    </a>
  </p>
)
