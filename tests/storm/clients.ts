import type { Interval } from '../../booking/time.ts'
import { ask } from './ask.ts'
import { sleep } from './mood.ts'
import type { PlannedBooking } from './plan.ts'
import { between, type Random } from './random.ts'
import type { Reason } from './reasons.ts'

/** What was granted, and between which moments it was decided (`performance.now`). */
export interface Booking {
  fields: PlannedBooking['fields']
  interval: Interval
  sentAtMs: number
  answeredAtMs: number
}

/** What clients and callers were told. */
export interface Told {
  /** The id that each acknowledged client was given, by the client's name. */
  acknowledged: Map<string, string>
  /** What clients have booked by themselves, by its id. */
  bookings: Map<string, Booking>
  /** Whom a restore of the database can have lost: acknowledged after the backup was begun. */
  atRisk: Set<string>
  refused: number
  /** Refusals without a reason that was still there afterwards; such a client asks once more. */
  unexplained: number
  /** Who was refused twice although nothing was in the way. */
  refusedThoughFree: PlannedBooking[]
  /** Answers that no client, and no owner, should ever get. */
  wrong: string[]
  requests: number
  /** Requests without an answer and requests that were asked to come again. */
  repeated: number
}

const patienceMs = 15 * 60_000

/** Clients that insist: without an answer, or asked to come again, they send the same once more. */
export function createClients(
  urls: readonly string[],
  why: (planned: PlannedBooking) => Promise<Reason>,
  random: Random,
) {
  const told: Told = {
    acknowledged: new Map(),
    bookings: new Map(),
    atRisk: new Set(),
    refused: 0,
    unexplained: 0,
    refusedThoughFree: [],
    wrong: [],
    requests: 0,
    repeated: 0,
  }
  const anyUrl = () => urls[between(random, 0, urls.length)] ?? ''

  let isBackedUp = false

  function acknowledge(name: string, id: string): void {
    const known = told.acknowledged.get(name)
    const isLost = known !== undefined && told.atRisk.has(known)
    if (known !== undefined && known !== id && !isLost) told.wrong.push('two appointments for one request')
    told.acknowledged.set(name, id)
    if (isBackedUp) told.atRisk.add(id)
  }

  async function follow(planned: PlannedBooking): Promise<void> {
    await ask(`${anyUrl()}/functions/v1/send-appointment-notification`, {
      appointmentData: planned.fields,
      calendarLink: '',
    })
  }

  async function insist(planned: PlannedBooking): Promise<void> {
    const { fields, interval } = planned
    const firstSentAtMs = performance.now()
    let unexplained = 0
    while (performance.now() - firstSentAtMs < patienceMs) {
      told.requests += 1
      const sentAtMs = performance.now()
      const answer = await ask(`${anyUrl()}/rest/v1/appointments`, fields, {
        prefer: 'return=representation',
      })
      if (answer?.status === 201 || answer?.status === 200) {
        const [{ id }] = JSON.parse(answer.body)
        acknowledge(fields.full_name, id)
        const booking = { fields, interval, sentAtMs, answeredAtMs: performance.now() }
        // What stood already was stored by an attempt without an answer, or by the twin of this request.
        if (answer.status === 201) told.bookings.set(id, booking)
        else if (!told.bookings.has(id)) told.bookings.set(id, { ...booking, sentAtMs: firstSentAtMs })
        if (planned.staysOpen) await follow(planned)
        return
      }
      if (answer?.status === 409 || answer?.status === 400) {
        const reason = await why(planned)
        const isExplained = answer.status === 400 ? reason === 'hours' : reason === 'taken'
        if (isExplained) {
          told.refused += 1
          return
        }
        // Somebody may have had it for a moment; hours and closed times come and go.
        unexplained += 1
        told.unexplained += 1
        if (unexplained > 1) {
          if (answer.status === 409) told.refusedThoughFree.push(planned)
          else told.wrong.push(`status 400: ${answer.body}`)
          return
        }
      } else if (answer !== null && answer.status !== 503) {
        told.wrong.push(`status ${answer.status}: ${answer.body}`)
        return
      } else {
        told.repeated += 1
        await sleep(50 + random() * 200)
      }
    }
    told.wrong.push('never answered')
  }

  return {
    told,
    acknowledge,
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
