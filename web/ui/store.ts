import { useSyncExternalStore } from 'react'

export interface Store<Value> {
  get(): Value
  set(value: Value): void
  use(): Value
  /** Reads a part, and rerenders only when that part changes. */
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
