import { facts, factsName, visit } from '#shop/landing-page.ts'
import { Picture } from '../../ui/picture.tsx'
import { Island, Static } from '../hydration/islands.tsx'
import { SocialProof } from '../social-proof/social-proof.tsx'

function FactsTape() {
  return (
    <dl className="facts">
      {facts.map(({ figure, label }) => (
        <div key={figure}>
          <dt>{figure}</dt>
          <dd>{label}</dd>
        </div>
      ))}
    </dl>
  )
}

function VisitPicture() {
  return (
    <figure>
      <Picture name="consultation-table" sizes="(width >= 900px) 56vw, 100vw" />
    </figure>
  )
}

function FirstVisit() {
  return (
    <>
      <h2>{visit.title}</h2>
      <p className="lead">{visit.lead}</p>
      <ol className="timetable">
        {visit.timetable.map(({ at, what }) => (
          <li key={at}>
            <b>{at}</b> <span>{what}</span>
          </li>
        ))}
      </ol>
    </>
  )
}

/** @param className - of its cloth. The tape covers its upper edge */
export function Strip({ className }: { className: string }) {
  return (
    <section aria-label={factsName}>
      <Static name="facts">{import.meta.env.RENDER_STATIC && <FactsTape />}</Static>
      <div className={className}>
        <div className="page first-visit">
          <Static name="visit-picture">{import.meta.env.RENDER_STATIC && <VisitPicture />}</Static>
          <div className="first-visit-words">
            <Static name="visit">{import.meta.env.RENDER_STATIC && <FirstVisit />}</Static>
          </div>
          <Island hydrate="visible">
            <SocialProof />
          </Island>
        </div>
      </div>
    </section>
  )
}
