import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { desk } from '../../../copy/desk.ts'
import { giveFocus } from './focus.ts'
import { useIsWide } from './hooks.ts'
import { SubmitButton } from './submit-button.tsx'

interface SheetProps {
  /** The line above the dashes: what this is about, and when. */
  caps: readonly string[]
  title: string
  /** Whether it is a view of its own rather than a step of the day. */
  isView?: boolean
  /** Asks about something that cannot be undone: in front of everything, on a wide screen, too. */
  asks?: boolean
  onBack: () => void
  onSubmit?: () => void
  /** What submitting it does, beside 'Back'. */
  verb?: string | false
  /** Whether that is being done. */
  isBusy?: boolean
  /** Verbs that open other sheets. */
  verbs?: ReactNode
  children: ReactNode
}

/** A sheet of chalk paper over the day; from 900 px it takes the panel's place beside the week. */
export function Dialog(props: SheetProps) {
  const { caps, title, isView, asks, onBack, onSubmit, verb, isBusy, verbs, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const here = useRef<HTMLDivElement>(null)
  // Goes from one place to the other with all that is in it: whoever turns a tablet goes on with what is typed.
  const [holder] = useState(() => Object.assign(document.createElement('div'), { className: 'sheet-place' }))
  const titleId = useId()
  const isWide = useIsWide()
  const isModal = !isWide || asks === true
  const Title = isView ? 'h1' : 'h2'

  // Together with the sheet: a key that comes at once is meant for it.
  useLayoutEffect(() => {
    const before = document.activeElement
    const place = isModal ? document.body : here.current
    place?.append(holder)
    const covered = isModal ? document.querySelector<HTMLElement>('.desk') : null
    // By hand rather than as the browser's own modal, which would shut off notices and their 'Undo' as well.
    if (covered) covered.inert = true
    dialog.current?.querySelector<HTMLElement>('.sheet-title')?.focus({ preventScroll: true })
    return () => {
      if (covered) covered.inert = false
      if (before && before !== document.body) giveFocus(before)
    }
  }, [holder, isModal])
  useLayoutEffect(() => () => holder.remove(), [holder])

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit?.()
  }

  const sheet = (
    <dialog
      open
      ref={dialog}
      aria-modal={isModal || undefined}
      className={isModal ? 'sheet sheet-modal' : 'sheet'}
      aria-labelledby={titleId}
      onKeyDown={(event) => event.key === 'Escape' && onBack()}
    >
      <form className="sheet-form" onSubmit={submit}>
        <div className="sheet-body" tabIndex={-1}>
          <div className="sheet-caps caps">
            {caps.map((words) => (
              <span key={words}>{words}</span>
            ))}
          </div>
          <Title id={titleId} className="sheet-title" tabIndex={-1}>
            {title}
          </Title>
          {children}
        </div>
        <div className="bar pinked">
          <button type="button" className="bar-button" onClick={onBack}>
            {desk.back}
          </button>
          {verb && (
            <SubmitButton className={asks ? 'verb verb-red' : 'verb'} isBusy={isBusy}>
              {verb}
            </SubmitButton>
          )}
          {verbs}
        </div>
      </form>
    </dialog>
  )
  return (
    <>
      <div className="sheet-place" ref={here} />
      {createPortal(sheet, holder)}
    </>
  )
}
