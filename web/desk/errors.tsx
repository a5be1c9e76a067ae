import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, useState } from 'react'
import { desk } from '../../copy/desk.ts'
import { sentenceIn } from '../backend/calls.ts'

/**
 * Why a call failed. "changed": someone else changed it first; "taken": the time is booked; "unsure": no response came, so
 * it may have been done.
 */
export type ErrorKind = 'unreachable' | 'unsure' | 'refused' | 'taken' | 'changed' | 'signed-out'

/** Its message is written for the owner. */
export class DeskError extends Error {
  override name = 'DeskError'
  readonly kind: ErrorKind
  constructor(kind: ErrorKind, message: string) {
    super(message)
    this.kind = kind
  }
}

const changedCode = '40001'

/**
 * Explains a failed response.
 *
 * @param status - 0 without a response
 * @param mayBeDone - whether the request changes something and may have reached the server
 */
export function errorOf(
  status: number,
  error: { message?: string; code?: string } | null,
  mayBeDone = false,
): DeskError {
  const message = sentenceIn(error) ?? desk.faults.unknown
  if (status === 0)
    return mayBeDone
      ? new DeskError('unsure', desk.faults.unanswered)
      : new DeskError('unreachable', desk.faults.unreachable)
  // Without a code, a proxy refused it, not the server.
  if ((status === 401 || status === 403) && error?.code) return new DeskError('signed-out', message)
  if (error?.code === changedCode) return new DeskError('changed', message)
  return new DeskError(status === 409 ? 'taken' : 'refused', message)
}

/** @throws {DeskError} for a missing or failed response */
export async function fetchOrThrow(address: string, init: RequestInit): Promise<Response> {
  const mayBeDone = init.method === 'POST' && navigator.onLine
  const answer = await fetch(address, init).catch(() => null)
  if (answer?.ok) return answer
  throw errorOf(answer?.status ?? 0, (await answer?.json().catch(() => null)) ?? null, mayBeDone)
}

export const errorOfReading = (error: unknown) =>
  error instanceof DeskError && error.kind === 'unreachable'
    ? new DeskError('unreachable', desk.faults.unread)
    : error

export const isSignedOut = (error: unknown) => error instanceof DeskError && error.kind === 'signed-out'

export const isChanged = (error: unknown) => error instanceof DeskError && error.kind === 'changed'

/** After a conflict, the current state is shown below the message. */
export function sentenceOf(error: unknown): string {
  if (isChanged(error)) return desk.faults.changed
  return error instanceof DeskError ? error.message : desk.faults.unknown
}

/** In the document before its text, so screen readers read it. */
export function ErrorMessage({ error, children }: { error: unknown; children?: ReactNode }) {
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

/**
 * The last error, until the data is there: a query without data forgets its error with each attempt.
 *
 * @param what - names the data; an error of other data is dropped
 */
export function useLastError(what: string, ...queries: Pick<UseQueryResult, 'error' | 'isPending'>[]) {
  const [last, setLast] = useState<{ what: string; error: Error | null }>({ what, error: null })
  const error = queries.find((query) => query.error)?.error ?? null
  const isThere = queries.every(({ isPending }) => !isPending)
  const before = last.what === what && !isThere ? last.error : null
  const now = error ?? before
  if (now !== last.error || what !== last.what) setLast({ what, error: now })
  return now
}

/** Stands for a view whose script failed to load: the connection is gone, or the shop has a newer build. */
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

/** A view that is fetched when it first opens. */
export const lazily = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load().catch((): ComponentType<Props> => NotLoaded) }))
