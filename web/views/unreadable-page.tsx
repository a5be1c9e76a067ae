import { answerPage } from '../../site/copy/other-pages.ts'
import { AnswerPage, Paragraph } from './answer-page.tsx'

/** The appointment cannot be looked up just now: nothing is known against it. */
export function UnreadablePage() {
  const { title, text } = answerPage.unreadable
  return (
    <AnswerPage title={title}>
      <Paragraph text={text} />
    </AnswerPage>
  )
}
