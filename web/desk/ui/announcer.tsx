import { createStore } from '../../ui/store.ts'

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
