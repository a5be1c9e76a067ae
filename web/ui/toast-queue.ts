export type ToastTone = 'success' | 'destructive'

export interface Toast {
  id: number
  tone: ToastTone
  title: string
  text: string
}

const none: readonly Toast[] = []
let shown = none
let lastId = 0
const listeners = new Set<() => void>()

function show(next: readonly Toast[]): void {
  shown = next
  for (const notify of listeners) notify()
}

/** Shows a toast until it is dismissed, by the visitor or by the time. An older one gives way: it is no longer true. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  show([{ ...toast, id: lastId }])
}

export function dismissToast(id: number): void {
  show(shown.filter((toast) => toast.id !== id))
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const toasts = () => shown
export const noToasts = () => none
