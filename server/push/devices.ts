import type { Logger } from 'pino'
import { shortDates } from '#copy/dates.ts'
import { desk } from '#copy/desk.ts'
import type { StoredAppointment } from '../../booking/appointment.ts'
import { appointmentPath } from '../../booking/links.ts'
import { formatDay, formatTime } from '../../booking/time.ts'
import type { PushStore, PushSubscription } from '../db/push-subscriptions.ts'
import { getErrorKind } from '../lib/errors.ts'
import { NotPublic, PushRefused, type PushService } from './push-service.ts'

/** Name, day, and time, and where the desk opens: nothing else leaves the shop. */
function messageOf({ id, full_name, appointment_date, appointment_time }: StoredAppointment): string {
  const body = shortDates.shortMoment(formatDay(appointment_date), formatTime(appointment_time))
  return JSON.stringify({
    title: desk.news.one(full_name),
    body,
    path: appointmentPath(appointment_date, id),
  })
}

/** The length that push services accept: 32 characters of Base64 (RFC 8030, 5.4). */
const topicOf = ({ id }: StoredAppointment) => id.replaceAll('-', '').slice(0, 32)

interface Deps {
  store: PushStore
  service: PushService
  /** The addresses of the desk. A session of any other address has ended. */
  addresses: readonly string[]
  /** Sessions without use since this moment have ended. */
  usedSinceMs: () => number
  now: () => number
  log: Logger
}

export type Devices = ReturnType<typeof createDevices>

/** The owner's devices with notifications about bookings from the page. */
export function createDevices({ store, service, addresses, usedSinceMs, now, log }: Deps) {
  const known = new Set(addresses.map((address) => address.toLowerCase()))
  let asked: Promise<boolean> | undefined
  const forget = () => {
    asked = undefined
  }

  return {
    /**
     * Reuses its answer for a second, because each booking asks, and the query would wait for SQLite's one connection.
     * If another process stores the first subscription, bookings within that second notify no device.
     */
    hasAny(): Promise<boolean> {
      if (!asked) {
        asked = store.hasAny()
        asked.catch(forget)
        setTimeout(forget, 1000).unref()
      }
      return asked
    },
    publicKey: service.publicKey,
    endpointOf: store.endpointOf,
    unsubscribe: store.end,

    /** @returns false for an address that can't belong to a push service */
    async subscribe(sessionId: string, subscription: PushSubscription): Promise<boolean> {
      try {
        await service.check(subscription.endpoint)
      } catch (error) {
        log.warn({ error: getErrorKind(error) }, 'the address of a push service was refused')
        return false
      }
      await store.subscribe(sessionId, subscription)
      forget()
      return true
    },

    /**
     * Notifies each device once, and removes those that unsubscribed.
     * @returns how many
     * @throws if a device needs another attempt
     */
    async tell(appointment: StoredAppointment, signal: AbortSignal): Promise<number> {
      const untold = await store.untold(appointment.id, usedSinceMs())
      const told = await Promise.allSettled(
        untold.map(async ({ session_id, email, ...device }) => {
          if (!known.has(email.toLowerCase())) return 0
          try {
            const sent = await service.send(device, messageOf(appointment), topicOf(appointment), signal)
            if (sent === 'gone') {
              await store.end(session_id)
              return 0
            }
          } catch (error) {
            if (!(error instanceof PushRefused || error instanceof NotPublic)) throw error
            log.warn({ error: getErrorKind(error) }, 'a push service refused a notification')
            return 0
          }
          await store.noteTold(session_id, appointment.id, now())
          return 1
        }),
      )
      const failed = told.find((result) => result.status === 'rejected')
      if (failed) throw failed.reason
      return told.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0)
    },
  }
}
