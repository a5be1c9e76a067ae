import { type FocusEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { toastWords } from '#copy/booking-form.ts'
import { UnbrokenNumber } from './phone-number.tsx'
import { createStore } from './store.ts'

/** Counts only while the tab is visible and no one hovers or focuses the toast. */
const shownMs = 12_000

function CheckedButton() {
  return (
    <svg viewBox="0 0 36 36" width="36" height="36" aria-hidden="true">
      <circle cx="18" cy="18" r="16.5" className="horn" />
      <circle cx="18" cy="18" r="12" className="horn-rim" strokeWidth="1.5" />
      <path d="M12 18.5l4 4 8.5-9" className="horn-thread" strokeWidth="2.6" />
    </svg>
  )
}

function StitchedWarning() {
  return (
    <svg viewBox="0 0 36 36" width="36" height="36" aria-hidden="true">
      <circle
        cx="18"
        cy="18"
        r="16"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeDasharray="4 3"
      />
      <path d="M18 9v11M18 25v1.5" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const pageIsShown = usePageIsShown()
  const isCounting = pageIsShown && !isHovered && !isFocused

  useEffect(() => {
    if (!isCounting) return
    const timer = setTimeout(() => dismissToast(toast.id), shownMs)
    return () => clearTimeout(timer)
  }, [isCounting, toast.id])

  const Mark = toast.tone === 'success' ? CheckedButton : StitchedWarning
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and Escape only add to the close button.
    <div
      className={`toast toast-${toast.tone}`}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event: FocusEvent<HTMLDivElement>) =>
        setFocused(event.currentTarget.contains(event.relatedTarget))
      }
      onKeyDown={(event) => {
        if (event.key === 'Escape') dismissToast(toast.id)
      }}
    >
      <Mark />
      <div>
        <p className="toast-title">{toast.title}</p>
        <p>
          <UnbrokenNumber text={toast.text} />
        </p>
      </div>
      <button
        className="toast-close"
        type="button"
        aria-label={toastWords.close}
        onClick={() => dismissToast(toast.id)}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M3 3l10 10M13 3L3 13" fill="none" stroke="currentColor" strokeWidth="1.75" />
        </svg>
      </button>
    </div>
  )
}

/** Rendered from the start: screen readers skip a live region that arrives with its text. */
const regions: readonly { tone: ToastTone; role: 'status' | undefined }[] = [
  { tone: 'success', role: 'status' },
  // The form’s own alert says the same.
  { tone: 'destructive', role: undefined },
]

export function Toaster() {
  const toast = useToast()
  return (
    <section className="toaster" aria-label={toastWords.region}>
      {regions.map(({ tone, role }) => (
        <div key={tone} role={role}>
          {toast?.tone === tone && <ToastCard key={toast.id} toast={toast} />}
        </div>
      ))}
    </section>
  )
}

export type ToastTone = 'success' | 'destructive'

export interface Toast {
  id: number
  tone: ToastTone
  title: string
  text: string
}

const shown = createStore<Toast | null>(null)

let lastId = 0

export const useToast = shown.use

/** Shows a toast until the visitor closes it or its time is up. It replaces an older one, which is out of date. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  shown.set({ ...toast, id: lastId })
}

export function dismissToast(id: number): void {
  if (shown.get()?.id === id) shown.set(null)
}

function subscribe(notify: () => void): () => void {
  document.addEventListener('visibilitychange', notify)
  return () => document.removeEventListener('visibilitychange', notify)
}

export function usePageIsShown(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !document.hidden,
    () => true,
  )
}
