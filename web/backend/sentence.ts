import { bookingForm } from '../../site/copy/booking-form.ts'

/** A gateway's error page is no sentence, and nobody reads on after this many characters. */
const sentenceLengthMax = 300

function isReadable(text: string): boolean {
  return text !== '' && text.length <= sentenceLengthMax && !text.startsWith('<')
}

/** The sentence fit for a client in what the server answered, or undefined when it holds none. */
export function sentenceIn(answer: unknown): string | undefined {
  const text = typeof answer === 'object' && answer !== null && 'message' in answer ? answer.message : answer
  return typeof text === 'string' && isReadable(text.trim()) ? text.trim() : undefined
}

/**
 * Why a call got no answer at all, in a sentence.
 *
 * @param error - what `fetch` rejected with, or a client library's error made from it
 * @param timedOut - the sentence for a call that was given up because it took too long
 */
export function noAnswerSentence(error: unknown, timedOut: string): string {
  const name = typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : ''
  return /^(Timeout|Abort)Error$/.test(name) ? timedOut : bookingForm.failed.unreachable
}
