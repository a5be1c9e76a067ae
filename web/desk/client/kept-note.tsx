import { desk } from '#copy/desk.ts'
import { dropNote, type KeptNote, keepNote, saveNote } from '../kept-notes.ts'
import { useIsWide } from '../ui/hooks.ts'
import { Needle } from '../ui/icons.tsx'
import { showNotice } from '../ui/notices.tsx'

const words = desk.notes

/** The first line of a note that only this device has. */
export const keptWords = ({ note, other }: KeptNote) =>
  `${other === undefined ? words.onlyHere : words.twoTexts}: ${note.split('\n')[0]}`

export function KeptLine({ kept }: { kept: KeptNote }) {
  const first = kept.other === undefined ? words.onlyHere : words.twoTexts
  return (
    <p className="label-note small row">
      <Needle />
      <span>
        <b>{first}:</b> {kept.note.split('\n')[0]}
      </span>
    </p>
  )
}

/** Below a note's field: why it isn't stored yet, and another device's text if that was stored first. */
export function KeptState({ kept }: { kept: KeptNote | undefined }) {
  const isWide = useIsWide()
  const device = isWide ? words.device : words.phone
  const isOnlyHere = kept?.isOnlyHere === true
  const isShown = kept && kept.other === undefined && !kept.error && (kept.waits || isOnlyHere)
  return (
    <>
      <div role="status">
        {isShown && (
          <p className="waits">
            <Needle />
            <span>
              <b>{isOnlyHere ? words.notSaved(device) : words.saved(device)}</b>{' '}
              {isOnlyHere ? words.keepOpen : words.goesOut}
            </span>
          </p>
        )}
      </div>
      <div role="alert" className="error">
        {kept?.error && <p>{kept.error}</p>}
      </div>
      {kept?.other !== undefined && <TwoTexts kept={kept} other={kept.other} />}
    </>
  )
}

/** The owner decides. Nothing is overwritten unseen. */
function TwoTexts({ kept, other }: { kept: KeptNote; other: string }) {
  const { other: _, ...mine } = kept
  const decide = (note: string) => void saveNote({ ...mine, note, before: other })
  function keepTheirs() {
    dropNote(kept)
    showNotice({ title: words.keptTheirs, undo: () => keepNote(kept) })
  }
  return (
    <section className="both" aria-label={words.both}>
      <p role="alert">
        <b>{words.both}</b> {words.which}
      </p>
      <div className="both-text">
        <p>
          <b>{words.theirs}</b>
          <br />
          {other || words.empty}
        </p>
        <button type="button" className="text-button" aria-label={words.keepTheirs} onClick={keepTheirs}>
          {words.keep}
        </button>
      </div>
      <div className="both-text">
        <p>
          <b>{words.yours}</b>
          <br />
          {kept.note || words.empty}
        </p>
        <button
          type="button"
          className="text-button"
          aria-label={words.keepYours}
          onClick={() => decide(kept.note)}
        >
          {words.keep}
        </button>
      </div>
      <button
        type="button"
        className="button"
        onClick={() => decide([other, kept.note.trim()].filter(Boolean).join('\n'))}
      >
        {words.keepBoth}
      </button>
    </section>
  )
}
