import type { Logger } from 'pino'
import type { StoredAppointment } from '../../../booking/appointment.ts'
import {
  blockedTimeUid,
  eventUid,
  parseAppointmentId,
  parseBlockedTimeId,
} from '../../../booking/calendar-event.ts'
import { lengthInMinutes } from '../../../booking/kinds.ts'
import { epochMsToWallTime, isShownOnce } from '../../../booking/time.ts'
import type { BlockedTimes } from '../../appointments/blocked-times.ts'
import { firstDueAtMs, jobsForRejectedMove } from '../../appointments/follow-up-jobs.ts'
import type { OpeningHours } from '../../appointments/opening-hours.ts'
import type { Appointments, WakeWorker } from '../../appointments/service.ts'
import type { AppointmentStore } from '../../db/appointments.ts'
import type { SyncedEvent, SyncedEventStore } from '../../db/calendar-events.ts'
import type { BlockedTimeStore } from '../../db/hours.ts'
import type { Subject } from '../../db/jobs.ts'
import type { Rejection } from '../../db/schema.ts'
import type { KnownEvent, RemoteEvent } from '../calendar.ts'

/** Moves appointments with their events. Appointments whose events moved in one poll may trade places. */
export function createApplyMoves(deps: SyncDeps) {
  const { calendar, syncedEvents, service, openingHours, wakeWorker, timeZone, now, log } = deps

  async function reject({ known, seen, appointment }: Moved, why: Rejection): Promise<void> {
    const jobs = jobsForRejectedMove(now())
    await syncedEvents.reject(calendar, known, seen, appointment, why, jobs)
    wakeWorker(firstDueAtMs(jobs))
    log.warn({ appointment: appointment.id, why }, 'a move in the calendar was rejected')
  }

  function impossible({ allDay, startEpochMs }: RemoteEvent): Rejection | null {
    if (allDay) return 'all-day'
    if (startEpochMs <= now()) return 'past'
    const { date, time } = epochMsToWallTime(startEpochMs, timeZone)
    return isShownOnce(date, time, timeZone) ? null : 'clock-change'
  }

  async function record({ known: { uid } }: Moved, appointment: StoredAppointment): Promise<void> {
    const { sequence, status, startEpochMs, endEpochMs } = appointment
    await syncedEvents.record(calendar, { uid, sequence, status, startEpochMs, endEpochMs })
  }

  async function moveTogether(moves: readonly Moved[]): Promise<void> {
    const requests = moves.map(({ seen, appointment }) => {
      const { id, sequence: expectedSequence } = appointment
      const { date, time } = epochMsToWallTime(seen.startEpochMs, timeZone)
      const to = { appointment_date: date, appointment_time: time }
      return {
        id,
        expectedSequence,
        durationMinutes: lengthInMinutes(appointment),
        to,
        by: 'calendar' as const,
      }
    })
    const outcomes = await service.moveTogether(await openingHours.current(), requests)
    for (const [index, move] of moves.entries()) {
      const outcome = outcomes[index]
      if (outcome?.status === 'changed') {
        await record(move, outcome.appointment)
        log.info({ appointment: move.appointment.id }, 'the owner moved an appointment in the calendar')
      } else if (outcome?.status === 'taken') {
        // After only one poll, the owner may still be about to make room.
        if (move.known.suspectedChange === 'slot-taken') await reject(move, 'taken')
        else await syncedEvents.suspect(calendar, [move.known], 'slot-taken', now())
      }
    }
  }

  return async (moves: readonly Moved[]): Promise<void> => {
    const possible: Moved[] = []
    for (const move of moves) {
      const why = impossible(move.seen)
      if (why) await reject(move, why)
      // An earlier poll may have ended after this step.
      else if (move.appointment.startEpochMs === move.seen.startEpochMs) await record(move, move.appointment)
      else possible.push(move)
    }
    if (possible.length > 0) await moveTogether(possible)
  }
}

export interface SyncDeps {
  calendar: string
  syncedEvents: SyncedEventStore
  appointments: Pick<AppointmentStore, 'findByIds'>
  blockedTimes: Pick<BlockedTimeStore, 'findByIds'>
  service: Pick<Appointments, 'moveTogether' | 'cancel'>
  blocking: Pick<BlockedTimes, 'move' | 'unblock'>
  openingHours: Pick<OpeningHours, 'current'>
  wakeWorker: WakeWorker
  uidDomain: string
  timeZone: string
  now: () => number
  log: Logger
}

export interface Gone {
  known: SyncedEvent
  appointment: StoredAppointment
}

export interface Moved extends Gone {
  seen: RemoteEvent
}

/**
 * Requests one event, because a listing can be incomplete.
 * @returns undefined if the calendar doesn't say
 */
export type FindEvent = (event: KnownEvent) => Promise<RemoteEvent | null | undefined>

type SubjectStores = Pick<SyncDeps, 'appointments' | 'blockedTimes' | 'uidDomain'>

export async function loadSubjects(
  uids: readonly string[],
  { appointments, blockedTimes, uidDomain }: SubjectStores,
): Promise<Map<string, Subject>> {
  const idsBy = (idOf: typeof parseAppointmentId) => uids.flatMap((uid) => idOf(uid, uidDomain) ?? [])
  const booked = await appointments.findByIds(idsBy(parseAppointmentId))
  const blocked = await blockedTimes.findByIds(idsBy(parseBlockedTimeId))
  return new Map<string, Subject>([
    ...booked.map((appointment) => [eventUid(appointment.id, uidDomain), appointment] as const),
    ...blocked.map((time) => [blockedTimeUid(time.id, uidDomain), time] as const),
  ])
}
