import { shownTime } from '../../booking/date-words.ts'
import type { Visit } from '../../booking/views.ts'
import { visitPage } from '../../site/copy/visit.ts'
import { Paragraph, Place } from './answer-page.tsx'

/** The appointment, when it is too near to be changed here. */
export function SettledVisit({ appointment, shop, notice }: Pick<Visit, 'appointment' | 'shop' | 'notice'>) {
  return (
    <>
      {notice && <Paragraph text={notice} />}
      <Paragraph text={`${visitPage.expected} ${shownTime(appointment.startEpochMs, shop)}.`} />
      <Place map={visitPage.map} />
      <Paragraph text={visitPage.tooLate} />
    </>
  )
}

/** Nothing is known against the appointment: where its link is known, it shows how it stands. */
export function OneMoment({ text, token }: { text: string; token: string | undefined }) {
  return (
    <>
      <Paragraph text={text} />
      {token && (
        <p>
          <a className="stitched" href={`/?visit=${token}`}>
            {visitPage.howItStands}
          </a>
        </p>
      )}
    </>
  )
}

export function CancelledVisit({ appointment, shop }: Pick<Visit, 'appointment' | 'shop'>) {
  return (
    <>
      <Paragraph text={visitPage.cancelledText(shownTime(appointment.startEpochMs, shop))} />
      <p>
        <a className="stitched" href="/#book">
          {visitPage.again}
        </a>
      </p>
    </>
  )
}
