import type { Logger } from 'pino'
import type { StoredAppointment } from '../../booking/appointment.ts'
import type { Shop } from '../../booking/shop.ts'
import { epochMsToWallTime } from '../../booking/wall-time.ts'
import { firstDueAtMs, followUpsOfRefusedMove } from '../appointments/follow-ups.ts'
import { appointmentIdOf } from '../appointments/identity.ts'
import type { AppointmentStore, Refusal, WakeOutbox } from '../appointments/ports.ts'
import type { UseCases } from '../appointments/use-cases.ts'
import { ChangedMeanwhile, type RemoteChanges, type RemoteEvent } from '../calendar/remote-calendar.ts'
import type { SyncedEvent, SyncedEventStore } from './synced-events.ts'

interface Dependencies {
  calendar: string
  syncedEvents: SyncedEventStore
  appointments: Pick<AppointmentStore, 'findById'>
  useCases: Pick<UseCases, 'reschedule' | 'cancel'>
  wakeOutbox: WakeOutbox
  shop: Shop
  now: () => number
  log: Logger
}

/** Does to appointments what the owner has done to their events. Doing it again changes nothing. */
export function createFollower(dependencies: Dependencies) {
  const { calendar, syncedEvents, appointments, useCases, wakeOutbox, shop, now, log } = dependencies

  async function confirmed(uid: string): Promise<StoredAppointment | null> {
    const id = appointmentIdOf(uid)
    const appointment = id === null ? null : await appointments.findById(id)
    return appointment?.status === 'confirmed' ? appointment : null
  }

  async function refuse(event: SyncedEvent, appointment: StoredAppointment, why: Refusal): Promise<void> {
    const followUps = followUpsOfRefusedMove(now())
    await syncedEvents.refuse(calendar, event, appointment, why, followUps)
    wakeOutbox(firstDueAtMs(followUps))
    log.warn({ appointment: appointment.id, why }, 'a move in the calendar was not followed')
  }

  async function move(known: SyncedEvent, event: RemoteEvent): Promise<void> {
    const appointment = await confirmed(event.uid)
    if (!appointment) return
    const { id, sequence } = appointment
    const { uid, startEpochMs } = event
    const seen: SyncedEvent = { ...known, startEpochMs, endEpochMs: event.endEpochMs }
    if (event.allDay) return refuse(seen, appointment, 'all-day')
    if (startEpochMs <= now()) return refuse(seen, appointment, 'past')

    const wallTime = epochMsToWallTime(startEpochMs, shop.timeZone)
    const to = { appointment_date: wallTime.date, appointment_time: wallTime.time }
    // An earlier reading can have got this far and no further.
    const isThere = appointment.startEpochMs === startEpochMs
    const outcome = isThere
      ? ({ status: 'changed', appointment } as const)
      : await useCases.reschedule({ id, expectedSequence: sequence, to, by: 'owner' }).catch(clockChange)
    switch (outcome.status) {
      case 'changed': {
        const { endEpochMs } = outcome.appointment
        const shown = { ...outcome.appointment, uid, startEpochMs, endEpochMs }
        await syncedEvents.record(calendar, shown)
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

  async function cancel(known: SyncedEvent): Promise<void> {
    const appointment = await confirmed(known.uid)
    if (appointment) {
      const { id, sequence } = appointment
      const outcome = await useCases.cancel({ id, expectedSequence: sequence, by: 'owner' })
      if (outcome.status !== 'changed') throw new ChangedMeanwhile('The appointment has changed meanwhile.')
      log.info({ appointment: id }, 'an appointment was cancelled in the calendar')
      await syncedEvents.record(calendar, {
        ...known,
        status: 'cancelled',
        sequence: outcome.appointment.sequence,
      })
    } else {
      await syncedEvents.record(calendar, { ...known, status: 'cancelled' })
    }
  }

  return async ({ events, gone }: RemoteChanges): Promise<void> => {
    for (const event of events) {
      const known = await syncedEvents.find(calendar, event.uid)
      // What we have written ourselves comes back as it was written, and is no change.
      if (!known || known.status === 'cancelled') continue
      const isOwedBack = known.sequence < 0
      const isMoved = event.startEpochMs !== known.startEpochMs || (event.allDay && !isOwedBack)
      if (isMoved) await move(known, event)
    }
    for (const uid of gone) {
      const known = await syncedEvents.find(calendar, uid)
      if (known?.status === 'confirmed') await cancel(known)
    }
  }
}

/** A wall time that the clock shows twice, or never, names no instant, so no appointment can be there. */
function clockChange(error: unknown): { status: 'clock-change' } {
  if (error instanceof RangeError) return { status: 'clock-change' }
  throw error
}
