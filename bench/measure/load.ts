import autocannon from 'autocannon'
import type { AppointmentFields } from '../../booking/appointment.ts'
import { weekStarts } from '../../booking/opening-hours.ts'
import { addDays, minutesToTime, timeToMinutes } from '../../booking/time.ts'
import { opening } from '../../demo/opening-hours.ts'

/** Returns the middle of the samples, or the upper one of the two in the middle. */
export function median(samples: readonly number[]): number {
  const sorted = Float64Array.from(samples).sort()
  return sorted[sorted.length >> 1] ?? Number.NaN
}

const [firstStart, lastStart] = weekStarts(opening)

const startsPerDay =
  Math.floor((timeToMinutes(lastStart) - timeToMinutes(firstStart)) / opening.durationMinutes) + 1

/** Returns the fields of the n-th client, each at their own hour from 2030 on. */
export function clientFields(n: number): AppointmentFields {
  const minutes = timeToMinutes(firstStart) + (n % startsPerDay) * opening.durationMinutes
  return {
    full_name: `Client ${n}`,
    email: `client-${n}@example.com`,
    phone: '(555) 123-4567',
    appointment_date: addDays('2030-01-01', Math.floor(n / startsPerDay)),
    appointment_time: minutesToTime(minutes),
    referral_source: 'friend',
  }
}

/** Call 1 as the page makes it. */
export const bookingRequest = {
  method: 'POST',
  path: '/rest/v1/appointments?select=*',
  headers: {
    apikey: 'public-demo-key',
    'content-type': 'application/json',
    prefer: 'return=representation',
    accept: 'application/vnd.pgrst.object+json',
  },
} as const

/** Returns the body of call 1 for one new client after another. */
export function newClients(): () => string {
  let count = 0
  return () => JSON.stringify(clientFields(count++))
}

interface Load {
  url: string
  seconds: number
  connections: number
  request: Partial<Pick<autocannon.Request, 'method' | 'path' | 'headers'>>
  nextBody?: () => string
}

/**
 * Keeps that many keep-alive connections busy, with one request at a time on each.
 * @returns answers per second
 * @throws if an answer's status isn't 2xx, because then the load measured something else
 */
export async function runLoad({ url, seconds, connections, request, nextBody }: Load): Promise<number> {
  let answers = 0
  const began = performance.now()
  let lastAnswerAt = began
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [{ ...request, ...(nextBody && { setupRequest: (sent) => ({ ...sent, body: nextBody() }) }) }],
    setupClient: (client) => {
      client.on('response', () => {
        answers += 1
        lastAnswerAt = performance.now()
      })
    },
  })
  if (result.non2xx + result.errors + result.timeouts > 0) {
    throw new Error(`${url}: ${result.non2xx} answers were rejections, ${result.errors} connections failed.`)
  }
  return answers / ((lastAnswerAt - began) / 1000)
}
