interface Known {
  etag: string
  body: string
}

/** What was answered last, by address. */
const known = new Map<string, Known>()

/**
 * Fetches what is asked for again and again: an answer that is still the same does not travel again. Not the browser's
 * own cache, which would keep the clients' data after their owner has signed out.
 */
export const fetchUnlessKnown: typeof fetch = async (input, init) => {
  const address = input instanceof Request ? input.url : String(input)
  const before = known.get(address)
  const headers = new Headers(init?.headers)
  if (before) headers.set('if-none-match', before.etag)
  const answer = await fetch(input, { ...init, headers })
  if (answer.status === 304 && before) return new Response(before.body)
  return answer.ok ? remember(address, answer) : answer
}

/** Keeps the answer, if it has a tag by which it can be asked for. */
export async function remember(address: string, answer: Response): Promise<Response> {
  const etag = answer.headers.get('etag')
  if (etag === null) return answer
  const body = await answer.text()
  known.set(address, { etag, body })
  return new Response(body)
}
