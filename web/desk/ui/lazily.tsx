import { type ComponentType, lazy } from 'react'
import { desk } from '../../../copy/desk.ts'

/** In place of a view whose file has not come: the line is away, or the shop has a newer version since. */
export function NotLoaded() {
  return (
    <div className="notices">
      <div className="notice" role="alert">
        <p>{desk.faults.notLoaded}</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          {desk.loadAgain}
        </button>
      </div>
    </div>
  )
}

/** A view that is fetched when it is first opened, and says so when it cannot be had. */
export const lazily = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load().catch((): ComponentType<Props> => NotLoaded) }))
