import type { FastifyReply, FastifyRequest } from 'fastify'
import { deskErrors as words } from '#copy/errors.ts'
import { withName } from '../../../booking/contact.ts'
import type { Shop } from '../../../booking/opening-hours.ts'
import type { DeskCalls } from '../../../booking/owner-api.ts'
import type { CallName, Parsed } from '../../../booking/owner-arguments.ts'
import { toJson } from '../../../booking/owner-json.ts'
import {
  epochMsToWallTime,
  formatDate,
  formatMoment,
  formatTime,
  wallTimeToEpochMs,
} from '../../../booking/time.ts'
import type { Visit } from '../../appointments/availability.ts'
import type { ChangeOutcome, NoteOutcome, WallTime } from '../../db/appointment-changes.ts'
import type { CorrectionOutcome } from '../../db/corrections.ts'
import { ApiError, invalidRequest } from '../errors.ts'
import { otherTimes } from '../public-api.ts'
import type { Services } from '../services.ts'

/** How the server answers each of the owner's calls. */
export type Answers = {
  [Name in CallName]: (
    sent: Parsed<Name>,
    reply: FastifyReply,
    request: FastifyRequest,
  ) => Promise<DeskCalls[Name]['answers'] | FastifyReply>
}

export const unknown = (what: keyof typeof words.unknown) => new ApiError(404, 'P0002', words.unknown[what])

/** @throws {ApiError} 400 where the clock skips or repeats a time */
export function checkClock<T>(derive: () => T): T {
  try {
    return derive()
  } catch (error) {
    if (error instanceof RangeError) throw invalidRequest(words.clockChange)
    throw error
  }
}

/** Appointments as the desk shows them, and what the server answers when it can't do what the owner wants. */
export function createOutcomes({
  storage: { ownerViews },
  availability,
  openingHours,
  timeZone,
  now,
}: Services) {
  async function found(id: string) {
    const appointment = await ownerViews.find(id, now())
    if (!appointment) throw unknown('appointment')
    return appointment
  }

  async function foundAll(wanted: readonly { id: string }[]) {
    const ids = [...new Set(wanted.map(({ id }) => id))]
    const all = await ownerViews.findAll(ids, now())
    if (all.length < ids.length) throw unknown('appointment')
    return all
  }

  /** Someone changed the appointment first. The error has its current state. */
  async function stale(id: string): Promise<ApiError> {
    const appointment = withName(await found(id))
    const when = formatMoment(Date.parse(appointment.starts_at), { timeZone })
    const message =
      appointment.status === 'cancelled'
        ? words.cancelledMeanwhile(appointment.full_name)
        : words.changedMeanwhile(appointment.full_name, when)
    return new ApiError(409, '40001', message, { details: JSON.stringify(toJson(appointment)) })
  }

  /** @param visit - the appointment to offer other times for; undefined if it has to stay at its time */
  async function taken(at: WallTime, shop: Shop, visit?: Visit) {
    const [time, date] = [formatTime(at.appointment_time), formatDate(at.appointment_date)]
    const message = words.taken(shop.opening.capacity, time, date)
    // The owner can book from now on, with no latest date.
    const opening = { ...shop.opening, earliestHoursAhead: 0, latestDaysAhead: null }
    const hint = visit && (await otherTimes(availability, { ...shop, opening }, at, visit))
    return new ApiError(409, '23P01', message, hint ? { hint } : {})
  }

  /** The owner can book any time, except on a past day or when a clock change skips or repeats that time. */
  function checkTime({ appointment_date, appointment_time }: WallTime): void {
    if (appointment_date < epochMsToWallTime(now(), timeZone).date) throw invalidRequest(words.dayOver)
    checkClock(() => wallTimeToEpochMs(appointment_date, appointment_time, timeZone))
  }

  async function changed(outcome: ChangeOutcome, id: string) {
    if (outcome.status !== 'changed') throw await stale(id)
    return found(id)
  }

  async function noted(outcome: NoteOutcome, id: string) {
    if (outcome === 'unknown') throw unknown('appointment')
    if (outcome === 'stale') throw await stale(id)
    if (outcome === 'not-begun') throw invalidRequest(words.notBegun)
    return found(id)
  }

  async function corrected(outcome: CorrectionOutcome, id: string, at?: WallTime) {
    if (outcome === 'unknown') throw unknown('appointment')
    if (outcome === 'stale') throw await stale(id)
    if (outcome === 'taken' && at) throw await taken(at, await openingHours.current())
    return found(id)
  }

  return { found, foundAll, taken, checkTime, changed, noted, corrected }
}
