import { desk } from '../../../copy/desk.ts'
import { sentenceIn } from '../../backend/calls.ts'

/**
 * Why a call was not done. "changed": somebody else was faster, look again; "taken": the time is not free; "unsure": no
 * answer came, so that it may have been done.
 */
export type FaultKind = 'unreachable' | 'unsure' | 'refused' | 'taken' | 'changed' | 'signed-out'

/** The message is fit to be shown to the owner. */
export class DeskFault extends Error {
  override name = 'DeskFault'
  readonly kind: FaultKind
  constructor(kind: FaultKind, message: string) {
    super(message)
    this.kind = kind
  }
}

const changedCode = '40001'

/**
 * What an answer that is no success means.
 * @param status - 0 when no answer came
 * @param mayBeDone - whether it changes something and may have been sent: the line can break on the way back
 */
export function faultOf(
  status: number,
  error: { message?: string; code?: string } | null,
  mayBeDone = false,
): DeskFault {
  const message = sentenceIn(error) ?? desk.faults.unknown
  if (status === 0)
    return mayBeDone
      ? new DeskFault('unsure', desk.faults.unanswered)
      : new DeskFault('unreachable', desk.faults.unreachable)
  // Without a code it is not our server that refuses, but something on the way to it.
  if ((status === 401 || status === 403) && error?.code) return new DeskFault('signed-out', message)
  if (error?.code === changedCode) return new DeskFault('changed', message)
  return new DeskFault(status === 409 ? 'taken' : 'refused', message)
}

/** For what no library asks. @throws {DeskFault} when there is no answer, or none that is a success */
export async function fetchOrFault(address: string, init: RequestInit): Promise<Response> {
  const mayBeDone = init.method === 'POST' && navigator.onLine
  const answer = await fetch(address, init).catch(() => null)
  if (answer?.ok) return answer
  throw faultOf(answer?.status ?? 0, (await answer?.json().catch(() => null)) ?? null, mayBeDone)
}

/** Of what was only to be read, nothing is unsent. */
export const faultOfReading = (error: unknown) =>
  error instanceof DeskFault && error.kind === 'unreachable'
    ? new DeskFault('unreachable', desk.faults.unread)
    : error

export const isSignedOut = (error: unknown) => error instanceof DeskFault && error.kind === 'signed-out'

export const isChanged = (error: unknown) => error instanceof DeskFault && error.kind === 'changed'

/** As it is said where it is shown below how it stands now; the message stands for itself. */
export function sentenceOf(error: unknown): string {
  if (isChanged(error)) return desk.faults.changed
  return error instanceof DeskFault ? error.message : desk.faults.unknown
}
