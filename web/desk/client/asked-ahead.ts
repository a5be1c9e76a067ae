import type { DeskCalls } from '../../../booking/desk.ts'

declare global {
  /** Answers on their way to what the first view reads, by address; undefined where none came. */
  var askedAhead: Map<string, Promise<Response | undefined>> | undefined
}

/** Where a call that reads is answered. */
export const readingAddress = (name: keyof DeskCalls, args: Record<string, string>) =>
  `${location.origin}/rest/v1/rpc/${name}${Object.keys(args).length > 0 ? `?${new URLSearchParams(args)}` : ''}`

/** The answer that the document has asked for before any script had come (web/desk/ask-ahead.ts); each is given once. */
export async function takeAskedAhead(address: string): Promise<Response | undefined> {
  const answer = globalThis.askedAhead?.get(address)
  globalThis.askedAhead?.delete(address)
  return answer
}
