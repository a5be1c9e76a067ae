import type { Counts } from '../../../booking/owner-api.ts'
import { desk } from '../../../copy/desk.ts'
import { CameMark, OpenMark } from '../ui/marks.tsx'
import { capital, cardinal, inTen } from '../ui/words.ts'

const words = desk.charts
const oneToTen = Array.from({ length: 10 }, (_, index) => index + 1)

/** How many of ten who were expected came: buttons through ten buttonholes. */
export function CameButtons({ counts: { came, did_not_come, cancelled } }: { counts: Counts }) {
  const expected = came + did_not_come
  const tenths = inTen(came, expected)
  return (
    <section className="came">
      <h2>{words.came}</h2>
      {expected > 0 && (
        <>
          <div className="buttonholes" aria-hidden="true">
            {oneToTen.map((tenth) => (tenth <= tenths ? <CameMark key={tenth} /> : <OpenMark key={tenth} />))}
          </div>
          <p className="came-text">{words.cameText(capital(cardinal(tenths)))}</p>
        </>
      )}
      <dl>
        {[
          [words.came, came],
          [words.count.did_not_come, did_not_come],
          [words.cancelledBefore, cancelled],
        ].map(([word, count]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd className="number">{count}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
