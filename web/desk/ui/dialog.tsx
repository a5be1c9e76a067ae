import './dialog.css'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { desk } from '#copy/desk.ts'
import { useDay } from '../navigation.tsx'
import { SubmitButton } from './field.tsx'
import { useIsWide } from './hooks.ts'
import { Notices } from './notices.tsx'

interface DialogProps {
  caps: readonly string[]
  title: string
  isView?: boolean
  /** Whether it confirms something that can't be undone: modal on a wide screen too. */
  asks?: boolean
  onBack?: () => void
  onSubmit?: () => void
  verb?: string | false
  isBusy?: boolean
  verbs?: ReactNode
  children: ReactNode
}

/** The browser scrolls to the element that it focuses as a dialog opens and closes. */
function stayingThere(work: () => void): void {
  const { scrollX, scrollY } = window
  work()
  scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
}

export function Dialog(props: DialogProps) {
  const { caps, title, isView, asks, onSubmit, verb, isBusy, verbs, children } = props
  const { back } = useDay()
  const onBack = props.onBack ?? back
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
    stayingThere(() => (isModal ? element?.showModal() : element?.show()))
    heading.current?.focus({ preventScroll: true })
    isShown.current = true
    return () => {
      isShown.current = false
      // The browser returns the focus to the element that opened the dialog, if it still exists.
      stayingThere(() => element?.close())
      const { activeElement } = document
      if (activeElement === document.body || element?.contains(activeElement))
        document.querySelector('h1')?.focus({ preventScroll: true })
    }
  }, [isModal])

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
      // On Android, the back gesture closes it.
      onClose={({ currentTarget }) => isShown.current && !currentTarget.open && onBack()}
    >
      <form
        className="sheet-form"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit?.()
        }}
      >
        <div className="sheet-body" tabIndex={-1}>
          <div className="sheet-caps apart caps">
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
