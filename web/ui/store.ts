import { useSyncExternalStore } from 'react'

/** One value that changes outside React, and the hook that shows it. */
export interface Store<Value> {
  get(): Value
  set(value: Value): void
  use(): Value
  /** Shows a part of it, and nothing anew when the rest changes. */
  use<Part>(part: (value: Value) => Part): Part
}

export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get: () => current,
    set(value) {
      current = value
      for (const notify of listeners) notify()
    },
    use: <Part>(part: (value: Value) => Part = (value) => value as unknown as Part) =>
      useSyncExternalStore(
        subscribe,
        () => part(current),
        () => part(initial),
      ),
  }
}
