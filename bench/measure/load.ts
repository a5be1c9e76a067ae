import autocannon from 'autocannon'
import { percentile } from './statistics.ts'

export interface Load {
  url: string
  seconds: number
  connections: number
  request?: Partial<Pick<autocannon.Request, 'method' | 'path' | 'headers'>>
  /** Makes the body of each request anew. */
  nextBody?: () => string
}

export interface LoadResult {
  /** Answered with the expected status. */
  perSecond: number
  p50Ms: number
  p99Ms: number
}

/**
 * Keeps that many keep-alive connections busy, one request at a time on each.
 * @throws when an answer has another status than 2xx, because then something else was measured
 */
export async function runLoad({ url, seconds, connections, request, nextBody }: Load): Promise<LoadResult> {
  const latencies: number[] = []
  const began = performance.now()
  let lastAnswerAt = began
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      { ...request, ...(nextBody ? { setupRequest: (sent) => ({ ...sent, body: nextBody() }) } : {}) },
    ],
    setupClient: (client) => {
      client.on('response', (_status, _bytes, ms) => {
        latencies.push(ms)
        lastAnswerAt = performance.now()
      })
    },
  })
  if (result.non2xx + result.errors + result.timeouts > 0) {
    throw new Error(`${url}: ${result.non2xx} answers were refusals, ${result.errors} connections failed.`)
  }
  return {
    perSecond: latencies.length / ((lastAnswerAt - began) / 1000),
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  }
}
