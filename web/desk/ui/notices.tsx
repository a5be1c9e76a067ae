import './notices.css'
import { useEffect, useLayoutEffect, useState } from 'react'
import { desk } from '#copy/desk.ts'
import { createStore } from '../../ui/store.ts'
import { DoneMark } from './icons.tsx'

interface Notice {
  id: number
  title: string
  text?: string | undefined
  undo?: (() => void) | undefined
  /** Restores the form that the owner left, in place of `undo`. */
  keepEditing?: () => void
  /** Opens the new booking. */
  open?: (() => void) | undefined
  isError?: boolean
  /** Time until it closes, counted only while it's visible. */
  leftMs: number
}

const shown = createStore<Notice | null>(null)
let lastId = 0

const shownMs = 8000
/** Without the thread that shows the remaining time. */
const shownStillMs = 12_000
const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

const buttonOf = ({ keepEditing, undo, open }: Notice) => {
  if (keepEditing) return { press: keepEditing, word: desk.unsaved.keepEditing }
  if (undo) return { press: undo, word: desk.undo }
  return open && { press: open, word: desk.news.open }
}

/**
 * @param yields - whether it never displaces a notice with a button
 * @returns whether it's shown
 */
export function showNotice({
  yields = false,
  ...notice
}: Omit<Notice, 'id' | 'leftMs'> & { yields?: boolean }): boolean {
  const current = shown.get()
  if (yields && current && !current.open && buttonOf(current)) return false
  lastId += 1
  shown.set({ ...notice, id: lastId, leftMs: isStill() ? shownStillMs : shownMs })
  return true
}

function Card({ notice }: { notice: Notice }) {
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  // A notice can move into a dialog, or out of it, while it's visible.
  const [elapsedMs] = useState(shownMs - notice.leftMs)
  const isHeld = isPointedAt || isFocused
  const button = buttonOf(notice)
  useEffect(() => {
    if (isHeld) return
    const startedAt = Date.now()
    const timeout = setTimeout(() => shown.set(null), notice.leftMs)
    return () => {
      clearTimeout(timeout)
      notice.leftMs = Math.max(1000, notice.leftMs - (Date.now() - startedAt))
    }
  }, [notice, isHeld])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only pauses its timer.
    <div
      className={isHeld ? 'notice notice-held' : 'notice'}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        shown.set(null)
      }}
    >
      {!notice.isError && <DoneMark />}
      <div>
        <p className="notice-title">{notice.title}</p>
        {notice.text && <p>{notice.text}</p>}
      </div>
      {button && (
        <button
          type="button"
          className="button"
          onClick={() => {
            shown.set(null)
            button.press()
          }}
        >
          {button.word}
        </button>
      )}
      {!isStill() && <div className="notice-thread" style={{ animationDelay: `${-elapsedMs}ms` }} />}
    </div>
  )
}

const said = createStore('')

export function announce(text: string): void {
  // Announcing the same sentence twice needs a different text.
  said.set(said.get() === text ? `${text}\u00a0` : text)
}

const isModalOpen = createStore(false)

/**
 * Notices and announcements. Live regions are in the document before their text, because a region that arrives with its
 * text isn't announced. A modal dialog makes everything outside it inert, so it has its own.
 */
export function Notices({ inDialog = false }: { inDialog?: boolean }) {
  const notice = shown.use()
  const text = said.use()
  const isInert = isModalOpen.use() && !inDialog
  useLayoutEffect(() => {
    if (!inDialog) return
    const switchTo = (isOpen: boolean) => {
      said.set('')
      isModalOpen.set(isOpen)
    }
    switchTo(true)
    return () => switchTo(false)
  }, [inDialog])
  return (
    <>
      <section className="notices" aria-label={desk.notices}>
        <div role="status">{notice && !isInert && <Card key={notice.id} notice={notice} />}</div>
      </section>
      <p className="unseen" role="status">
        {!isInert && text}
      </p>
    </>
  )
}
