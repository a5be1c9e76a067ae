import { questions } from '../../demo/landing-page.ts'

/** One answer open at a time, by the browser's own means: it works without script and before hydration. */
export function Faq() {
  return (
    <section className="page section faq">
      <h2>{questions.title}</h2>
      <div>
        {questions.items.map(({ id, question, answer }) => (
          <details key={id} name="question">
            <summary>
              <h3>{question}</h3>
              <svg viewBox="0 0 52 28" aria-hidden="true">
                <use href="#buttonhole" />
                <use className="button" href="#horn-button" x="13.5" y="1.5" width="25" height="25" />
              </svg>
            </summary>
            <p id={id}>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
