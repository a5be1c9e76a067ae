export function AnswerPage({ withForm }: { withForm: boolean }) {
  return (
    <main>
      <h1>%ANSWER_TITLE%</h1>
      <div>%ANSWER_BODY%</div>
      {withForm && <div />}
    </main>
  )
}
