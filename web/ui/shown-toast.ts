import { createStore } from './store.ts'

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

/** Shows a toast until it is dismissed, by the visitor or by the time. An older one gives way: it is no longer true. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  shown.set({ ...toast, id: lastId })
}

export function dismissToast(id: number): void {
  if (shown.get()?.id === id) shown.set(null)
}
