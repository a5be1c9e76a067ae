import { problem } from '../../demo/landing-page.ts'
import { FaultyJacket } from './faulty-jacket.tsx'

export function Problem() {
  return (
    <section className="page section problem">
      <FaultyJacket />
      <div>
        <h2>{problem.title}</h2>
        <ol className="notes">
          {problem.notes.map(({ name, text }, index) => (
            <li key={name}>
              <b aria-hidden="true">{index + 1}</b>
              <h3>{name}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
