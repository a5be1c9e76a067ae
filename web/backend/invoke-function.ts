import { bookingForm } from '../../site/copy/booking-form.ts'
import { functionsClient } from './clients.ts'
import { sentenceIn } from './sentence.ts'

export type CallOutcome = { ok: true } | { ok: false; message: string | undefined }

/** The Functions client hides the server's answer in the error: a Response, or what `fetch` rejected with. */
async function sentenceFrom(error: unknown): Promise<string | undefined> {
  const context = typeof error === 'object' && error !== null && 'context' in error ? error.context : error
  if (!(context instanceof Response)) return bookingForm.failed.followUpUnanswered
  return sentenceIn(await context.json().catch(() => undefined))
}

/** Invokes a backend function and says how it went. */
export async function invokeFunction(
  name: string,
  body: Record<string, unknown>,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const { error } = await functionsClient().invoke(name, { body, signal })
  return error === null ? { ok: true } : { ok: false, message: await sentenceFrom(error) }
}
