import { useEffect, useState } from 'react'
import { desk } from '../../../copy/desk.ts'
import { createStore } from '../../ui/store.ts'
import { DoneMark } from './icons.tsx'

interface Notice {
  id: number
  title: string
  text?: string | undefined
  undo?: (() => void) | undefined
  /** Says that something was not done. */
  isFault?: boolean
}

const shown = createStore<Notice | null>(null)

let lastId = 0

/** Says that a change is done, or was not, and offers to undo it for as long as its thread lasts. */
export function showNotice(notice: Omit<Notice, 'id'>): void {
  lastId += 1
  shown.set({ ...notice, id: lastId })
}

const shownMs = 8000

/** Without the thread, which says how much time is left. */
const shownStillMs = 12_000

function Card({ notice }: { notice: Notice }) {
  const [isHeld, setHeld] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const counts = !isHeld && !isFocused
  const [startedAt, setStartedAt] = useState(Date.now)
  const [leftMs, setLeftMs] = useState(isStill ? shownStillMs : shownMs)
  useEffect(() => {
    if (!counts) return
    const timeout = setTimeout(() => shown.set(null), leftMs)
    return () => clearTimeout(timeout)
  }, [leftMs, counts])

  function hold(held: boolean) {
    if (held) setLeftMs(Math.max(1000, leftMs - (Date.now() - startedAt)))
    else setStartedAt(Date.now())
    setHeld(held)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only holds the time.
    <div
      className={counts ? 'notice' : 'notice notice-held'}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onKeyDown={(event) => event.key === 'Escape' && shown.set(null)}
    >
      {!notice.isFault && <DoneMark />}
      <div>
        <p className="notice-title">{notice.title}</p>
        {notice.text && <p>{notice.text}</p>}
      </div>
      {notice.undo && (
        <button
          type="button"
          className="button"
          onClick={() => {
            shown.set(null)
            notice.undo?.()
          }}
        >
          {desk.undo}
        </button>
      )}
      {!isStill && <div className="thread" />}
    </div>
  )
}

/** Where notices appear; in place from the start, so that they are read out. */
export function Notices() {
  const notice = shown.use()
  return (
    <section className="notices" aria-label={desk.notices}>
      <div role="status">{notice && <Card key={notice.id} notice={notice} />}</div>
    </section>
  )
}

const said = createStore('')

/** Lets a screen reader say it. */
export function announce(text: string): void {
  // The same sentence twice is two pieces of news.
  said.set(said.get() === text ? `${text}\u00a0` : text)
}

/** In place from the start: a live region that arrives with its text is not read out. */
export function Announcer() {
  return (
    <p className="unseen" role="status">
      {said.use()}
    </p>
  )
}
