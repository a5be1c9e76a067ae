import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { desk } from '../../../copy/desk.ts'
import { SubmitButton } from './field.tsx'
import { useIsWide } from './hooks.ts'
import { Notices } from './notices.tsx'

interface DialogProps {
  /** The line above the title: whom or what this is about, and when. */
  caps: readonly string[]
  title: string
  /** Whether it is a view of its own rather than part of the day. */
  isView?: boolean
  /** Whether it confirms something that can't be undone: modal on a wide screen also. */
  asks?: boolean
  onBack: () => void
  onSubmit?: () => void
  /** The submit button's label. */
  verb?: string | false
  /** Whether the submission is under way. */
  isBusy?: boolean
  /** Buttons that open other dialogs. */
  verbs?: ReactNode
  children: ReactNode
}

/** A dialog over the day; from 900 px it is a panel beside the week. */
export function Dialog(props: DialogProps) {
  const { caps, title, isView, asks, onBack, onSubmit, verb, isBusy, verbs, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isShown = useRef(false)
  const titleId = useId()
  const isWide = useIsWide()
  const isModal = !isWide || asks === true
  const Title = isView ? 'h1' : 'h2'

  // A layout effect, because a key pressed right after the dialog appears is meant for it.
  useLayoutEffect(() => {
    const element = dialog.current
    if (isModal) element?.showModal()
    else element?.show()
    heading.current?.focus({ preventScroll: true })
    isShown.current = true
    return () => {
      isShown.current = false
      // The browser returns the focus to the element that opened the dialog, if that is still there.
      element?.close()
      const { activeElement } = document
      if (activeElement === document.body || element?.contains(activeElement))
        document.querySelector('h1')?.focus({ preventScroll: true })
    }
  }, [isModal])

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit?.()
  }

  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onBack()
      }}
      // On Android the back gesture closes it.
      onClose={({ currentTarget }) => isShown.current && !currentTarget.open && onBack()}
    >
      <form className="sheet-form" onSubmit={submit}>
        <div className="sheet-body" tabIndex={-1}>
          <div className="sheet-caps caps">
            {caps.map((words) => (
              <span key={words}>{words}</span>
            ))}
          </div>
          <Title ref={heading} id={titleId} className="sheet-title" tabIndex={-1}>
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
      {isModal && <Notices inDialog />}
    </dialog>
  )
}
