import type { Logger } from 'pino'
import type { Shop } from '../../booking/shop.ts'
import { epochMsToWallTime } from '../../booking/wall-time.ts'
import { appointmentIdOf } from '../appointments/identity.ts'
import type { FrontDesk } from '../appointments/use-cases.ts'
import { ChangedMeanwhile, type RemoteChanges, type RemoteEvent } from '../calendar/remote-calendar.ts'
import type { StoredAppointment } from '../storage/appointment-row.ts'
import type { AppointmentStore } from '../storage/appointment-store.ts'
import type { Copy, CopyStore, Refusal } from './synced-events.ts'

interface Dependencies {
  calendar: string
  copies: CopyStore
  appointments: Pick<AppointmentStore, 'findById'>
  desk: Pick<FrontDesk, 'reschedule' | 'cancel'>
  /** Says that something is owed now. */
  expect: (dueAtMs: number) => void
  shop: Shop
  now: () => number
  log: Logger
}

/** Does to appointments what the owner has done to their events. Doing it again changes nothing. */
export function createFollower(dependencies: Dependencies) {
  const { calendar, copies, appointments, desk, expect, shop, now, log } = dependencies

  async function confirmed(uid: string): Promise<StoredAppointment | null> {
    const id = appointmentIdOf(uid)
    const appointment = id === null ? null : await appointments.findById(id)
    return appointment?.status === 'confirmed' ? appointment : null
  }

  async function refuse(copy: Copy, appointment: StoredAppointment, why: Refusal): Promise<void> {
    await copies.refuse(calendar, copy, appointment, why, now())
    expect(now())
    log.warn({ appointment: appointment.id, why }, 'a move in the calendar was not followed')
  }

  async function move(copy: Copy, event: RemoteEvent): Promise<void> {
    const appointment = await confirmed(event.uid)
    if (!appointment) return
    const { id, sequence } = appointment
    const { uid, startEpochMs } = event
    const seen: Copy = { ...copy, startEpochMs, endEpochMs: event.endEpochMs }
    if (event.allDay) return refuse(seen, appointment, 'all-day')
    if (startEpochMs <= now()) return refuse(seen, appointment, 'past')

    const wallTime = epochMsToWallTime(startEpochMs, shop.timeZone)
    const to = { appointment_date: wallTime.date, appointment_time: wallTime.time }
    // An earlier reading can have got this far and no further.
    const isThere = appointment.startEpochMs === startEpochMs
    const outcome = isThere
      ? ({ status: 'changed', appointment } as const)
      : await desk.reschedule({ id, expectedSequence: sequence, to, by: 'owner' }).catch(clockChange)
    switch (outcome.status) {
      case 'changed': {
        const { endEpochMs } = outcome.appointment
        const shown = { ...outcome.appointment, uid, startEpochMs, endEpochMs }
        await copies.record(calendar, shown)
        if (!isThere) log.info({ appointment: id }, 'an appointment was moved in the calendar')
        return
      }
      case 'taken':
      case 'clock-change':
        return refuse(seen, appointment, outcome.status)
      case 'stale':
        throw new ChangedMeanwhile('The appointment has changed while its event was followed.')
    }
  }

  async function cancel(copy: Copy): Promise<void> {
    const appointment = await confirmed(copy.uid)
    if (appointment) {
      const { id, sequence } = appointment
      const outcome = await desk.cancel({ id, expectedSequence: sequence, by: 'owner' })
      if (outcome.status !== 'changed') throw new ChangedMeanwhile('The appointment has changed meanwhile.')
      log.info({ appointment: id }, 'an appointment was cancelled in the calendar')
      await copies.record(calendar, { ...copy, status: 'cancelled', sequence: outcome.appointment.sequence })
    } else {
      await copies.record(calendar, { ...copy, status: 'cancelled' })
    }
  }

  return async ({ events, gone }: RemoteChanges): Promise<void> => {
    for (const event of events) {
      const copy = await copies.find(calendar, event.uid)
      // What we have written ourselves comes back as it was written, and is no change.
      if (!copy || copy.status === 'cancelled') continue
      const isOwedBack = copy.sequence < 0
      const isMoved = event.startEpochMs !== copy.startEpochMs || (event.allDay && !isOwedBack)
      if (isMoved) await move(copy, event)
    }
    for (const uid of gone) {
      const copy = await copies.find(calendar, uid)
      if (copy?.status === 'confirmed') await cancel(copy)
    }
  }
}

/** A wall time that the clock shows twice, or never, names no instant, so no appointment can be there. */
function clockChange(error: unknown): { status: 'clock-change' } {
  if (error instanceof RangeError) return { status: 'clock-change' }
  throw error
}
