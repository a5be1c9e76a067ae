import { shownTime } from '../../booking/time.ts'
import type { Visit } from '../../booking/views.ts'
import { visitPage } from '../../copy/pages.ts'
import { Paragraph, Place } from './answer-page.tsx'

/** The appointment, when it is too near to be changed here. */
export function SettledVisit({ appointment, shop, notice }: Pick<Visit, 'appointment' | 'shop' | 'notice'>) {
  return (
    <>
      {notice && <Paragraph text={notice} />}
      <Paragraph text={`${visitPage.expected} ${shownTime(appointment.startEpochMs, shop)}.`} />
      <Place />
      <Paragraph text={visitPage.tooLate} />
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
