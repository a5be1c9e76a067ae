import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, useState } from 'react'
import { desk } from '#copy/desk.ts'
import { fetchWithKey, findMessage } from '../backend/calls.ts'

/** "changed": someone else changed it first. "unsure": no response came, so it may have gone through. */
type ErrorKind = 'unreachable' | 'unsure' | 'refused' | 'taken' | 'changed' | 'signed-out'

export class DeskError extends Error {
  readonly kind: ErrorKind
  /** For "changed": the current state, as JSON. */
  readonly details: string
  constructor(kind: ErrorKind, message: string, details = '') {
    super(message)
    this.kind = kind
    this.details = details
  }
}

const kinds: Record<string, ErrorKind> = { '40001': 'changed', '23P01': 'taken' }
type AnsweredError = { message?: string; code?: string; details?: string | null }

/** @param mayBeDone - whether the request changes something and may have reached the server */
export function toDeskError(status: number, error: AnsweredError | null, mayBeDone = false): DeskError {
  const message = findMessage(error) ?? desk.errors.unknown
  if (status === 0 && mayBeDone) return new DeskError('unsure', desk.errors.unanswered)
  if (status === 0) return new DeskError('unreachable', desk.errors.unreachable)
  // Without a code, the rejection came from a proxy, not the server.
  if ((status === 401 || status === 403) && error?.code) return new DeskError('signed-out', message)
  return new DeskError(kinds[error?.code ?? ''] ?? 'refused', message, error?.details ?? '')
}

/** @throws {DeskError} for a missing or failed response */
export async function fetchOrThrow(address: string, init: RequestInit): Promise<Response> {
  const mayBeDone = init.method === 'POST' && navigator.onLine
  const answer = await fetchWithKey(address, init).catch(() => null)
  if (answer?.ok) return answer
  throw toDeskError(answer?.status ?? 0, (await answer?.json().catch(() => null)) ?? null, mayBeDone)
}

export const isSignedOut = (error: unknown) => error instanceof DeskError && error.kind === 'signed-out'
export const isTaken = (error: unknown) => error instanceof DeskError && error.kind === 'taken'
export const isChanged = (error: unknown) => error instanceof DeskError && error.kind === 'changed'

/** In the document before its text, so screen readers read it. */
export function ErrorMessage({ error, children }: { error: unknown; children?: ReactNode }) {
  const sentence = error instanceof DeskError ? error.message : desk.errors.unknown
  return (
    <div role="alert" className="error">
      {error ? <p>{isChanged(error) ? desk.errors.changed : sentence}</p> : null}
      {error ? children : null}
    </div>
  )
}

/** The last error, until the data called `what` arrives: a query without data forgets its error on each attempt. */
export function useLastError(what: string, ...queries: Pick<UseQueryResult, 'error' | 'isPending'>[]) {
  const [last, setLast] = useState<{ what: string; error: Error | null }>({ what, error: null })
  const error = queries.find((query) => query.error)?.error ?? null
  const isThere = queries.every(({ isPending }) => !isPending)
  const before = last.what === what && !isThere ? last.error : null
  const now = error ?? before
  if (now !== last.error || what !== last.what) setLast({ what, error: now })
  return now
}

/** Replaces a view whose script failed to load: the connection is gone, or the shop has a newer build. */
export function NotLoaded() {
  return (
    <div className="notices">
      <div className="notice" role="alert">
        <p>{desk.errors.notLoaded}</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          {desk.loadAgain}
        </button>
      </div>
    </div>
  )
}

export const lazily = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load().catch((): ComponentType<Props> => NotLoaded) }))
