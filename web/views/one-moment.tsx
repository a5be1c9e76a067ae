import { visitPage } from '../../copy/pages.ts'
import { Paragraph } from './answer-page.tsx'

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
