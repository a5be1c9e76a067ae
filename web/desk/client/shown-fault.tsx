import type { ReactNode } from 'react'
import { sentenceOf } from './fault.ts'

/** Why a change was not done; in place before it is needed, so that it is read out. */
export function Fault({ error, children }: { error: unknown; children?: ReactNode }) {
  return (
    <div role="alert" className="fault">
      {error ? (
        <>
          <p>{sentenceOf(error)}</p>
          {children}
        </>
      ) : null}
    </div>
  )
}
