import * as jacket from '#shop/jacket-outlines.ts'
import { problem } from '#shop/landing-page.ts'
import { OutlinePath } from '../../ui/drawings.tsx'

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

const pieces = [jacket.backNeck, jacket.front, jacket.sleeve, jacket.lapel, jacket.collar, jacket.pocketFlap]

function Half() {
  return pieces.map((outline) => <OutlinePath key={outline} className="piece" outline={outline} />)
}

export function FaultyJacket() {
  return (
    <svg className="faults" viewBox="-38 -8 82 94" aria-hidden="true">
      <g transform="scale(-1 1)">
        <Half />
      </g>
      <Half />
      <OutlinePath className="piece" outline={jacket.breastPocket} />
      {jacket.frontButtons.map(({ x, y }) => (
        <circle key={y} cx={x} cy={y} r="1.1" />
      ))}
      <path
        className="crease"
        d="M1.4 46c5-1.6 9-4 13-7.6M1.6 47.2c6 .6 10 2 15.4 5.4M-1.6 46c-5-1.6-9-4-13-7.6M-1.6 47.4c-6 .6-10 2-15.4 5.4M3 45.2c4-2.4 6.4-5 8.6-8.6M-3 45.2c-4-2.4-6.4-5-8.6-8.6M-22.4 24c-3 2-6 2.4-8 2.2M-22 27c-3 3-6 4-9 3.6M-21.6 31c-3 2.6-6 4-9.4 3.8M22.4 24c3 2 6 2.4 8 2.2"
      />
      <path
        className="red-pencil"
        d="M-9 39.8C-2 35.6 9.6 36.4 11.8 44c2 7-8.6 10.9-17.8 9.2C-14.6 51.4-15 43-7 39M-33 62.4c2.6-3.7 12-3.8 13 2.4.9 6-6.4 9.2-11.2 7-4-1.9-4.2-6.8-1.4-9.9M16 5.2C20 1 29 1.2 29.6 6.8c.6 5-5 8.6-9.7 7.4-5-1.3-6.6-5.5-3.4-9.6M-31 75.6c3 1 6 .9 9.2-.2"
      />
      <g className="ring-numbers">
        <text x="13.6" y="55.6">
          1
        </text>
        <text x="-18.2" y="68.2">
          2
        </text>
        <text x="31.6" y="6">
          3
        </text>
      </g>
    </svg>
  )
}
