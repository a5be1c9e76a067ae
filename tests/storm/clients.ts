import { sleep } from './mood.ts'
import type { PlannedBooking } from './plan.ts'
import { between, type Random } from './random.ts'

/** What the clients were told. */
export interface Told {
  /** The id that each acknowledged client was given, by the client's e-mail address. */
  acknowledged: Map<string, string>
  /** Whom a restore of the database can have lost: acknowledged after the backup was begun. */
  atRisk: Map<string, PlannedBooking>
  /** Who was told that the time is taken. */
  refused: PlannedBooking[]
  /** Answers that no client should ever get. */
  wrong: string[]
  requests: number
  /** Requests without an answer and requests that were asked to come again. */
  repeated: number
}

const attemptsMax = 300
const requestTimeoutMs = 10_000
const headers = { apikey: 'public-demo-key', 'content-type': 'application/json' }

/** Status and body, or null when there was no answer. */
async function post(url: string, body: unknown): Promise<{ status: number; body: string } | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, prefer: 'return=representation' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
    return { status: response.status, body: await response.text() }
  } catch {
    return null
  }
}

/** Clients that insist: without an answer, or asked to come again, they send the same once more. */
export function createClients(urls: readonly string[], random: Random) {
  const told: Told = {
    acknowledged: new Map(),
    atRisk: new Map(),
    refused: [],
    wrong: [],
    requests: 0,
    repeated: 0,
  }
  const anyUrl = () => urls[between(random, 0, urls.length)] ?? ''

  let isBackedUp = false

  function acknowledge(planned: PlannedBooking, body: string): void {
    const [{ id }] = JSON.parse(body)
    const { email } = planned.fields
    const known = told.acknowledged.get(email)
    const isLost = known !== undefined && told.atRisk.has(known)
    if (known !== undefined && known !== id && !isLost) told.wrong.push('two appointments for one request')
    told.acknowledged.set(email, id)
    if (isBackedUp) told.atRisk.set(id, planned)
  }

  async function follow(planned: PlannedBooking): Promise<void> {
    const url = anyUrl()
    await post(`${url}/functions/v1/send-appointment-notification`, {
      appointmentData: planned.fields,
      calendarLink: '',
    })
  }

  async function insist(planned: PlannedBooking): Promise<void> {
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      told.requests += 1
      const answer = await post(`${anyUrl()}/rest/v1/appointments`, planned.fields)
      if (answer?.status === 201 || answer?.status === 200) {
        acknowledge(planned, answer.body)
        if (planned.staysOpen) await follow(planned)
        return
      }
      if (answer?.status === 409) {
        told.refused.push(planned)
        return
      }
      if (answer !== null && answer.status !== 503) {
        told.wrong.push(`status ${answer.status}: ${answer.body}`)
        return
      }
      told.repeated += 1
      await sleep(50 + random() * 200)
    }
    told.wrong.push('never answered')
  }

  return {
    told,
    /** From here on until a restore, what is acknowledged may be lost. */
    backupBegins: () => {
      isBackedUp = true
    },
    backupRestored: () => {
      isBackedUp = false
    },
    book: (planned: PlannedBooking) =>
      Promise.all(planned.sendsTwice ? [insist(planned), insist(planned)] : [insist(planned)]),
  }
}
