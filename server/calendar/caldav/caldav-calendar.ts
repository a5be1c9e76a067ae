import type { Logger } from 'pino'
import type { Shop } from '../../../booking/shop.ts'
import { business } from '../../../site/business.ts'
import { eventUid, isOwnUid } from '../../appointments/identity.ts'
import type { BusyTime, RemoteCalendar, RemoteEvent } from '../remote-calendar.ts'
import { ChangedMeanwhile } from '../remote-calendar.ts'
import { busyInObject } from './busy-in-object.ts'
import { changesSince } from './changes-since.ts'
import { type DavAccount, type DavObject, davCollection } from './dav-collection.ts'
import { eventObject, movedObject, rewordedObject } from './event-object.ts'
import { readEvent } from './read-event.ts'

interface Dependencies {
  shop: Shop
  now: () => number
  log: Logger
}

const extension = '.ics'

/** An event's object is called after the part of its UID that is its own. */
const objectName = (uid: string) => `${uid.slice(0, uid.lastIndexOf('@'))}${extension}`
const uidOf = (name: string) => eventUid(name.slice(0, -extension.length))

/** The owner's calendar on a CalDAV server (RFC 4791): Nextcloud, Fastmail, iCloud, Radicale and others. */
export function caldavCalendar(account: DavAccount, { shop, now, log }: Dependencies): RemoteCalendar {
  const dav = davCollection(account)
  const { timeZone } = shop

  function read({ name, etag, data }: DavObject): RemoteEvent | null {
    return readEvent(data, { uid: uidOf(name), version: etag }, timeZone)
  }

  let ownAddresses: Promise<string[]> | undefined

  /** The business, by the address that the account is known by, so that the owner's phone may move the event. */
  async function organizer(signal: AbortSignal): Promise<string> {
    ownAddresses ??= dav.mailAddresses(signal)
    try {
      const addresses = await ownAddresses
      const isOwn = addresses.some((address) => address.toLowerCase() === business.email.toLowerCase())
      return isOwn ? business.email : (addresses[0] ?? business.email)
    } catch {
      // It is asked again with the next event; this one is worth more than its organizer's address.
      ownAddresses = undefined
      return business.email
    }
  }

  return {
    where: dav.where,
    id: `caldav ${dav.where}`,

    async find(uid, signal) {
      const object = await dav.get(objectName(uid), signal)
      return object && read(object)
    },

    async create(event, signal) {
      const object = eventObject(event, now(), shop, await organizer(signal))
      await dav.create(objectName(event.uid), object, signal)
    },

    async move({ version }, event, signal) {
      const object = await dav.get(objectName(event.uid), signal)
      if (object?.etag !== version) throw new ChangedMeanwhile('The event has changed in the calendar.')
      await dav.replace(object, movedObject(object.data, event, now(), shop), signal)
    },

    async reword({ version, startEpochMs, endEpochMs }, event, signal) {
      const object = await dav.get(objectName(event.uid), signal)
      if (object?.etag !== version) throw new ChangedMeanwhile('The event has changed in the calendar.')
      const standing = { ...event, startEpochMs, endEpochMs }
      const text = rewordedObject(object.data, standing, now(), shop, await organizer(signal))
      await dav.replace(object, text, signal)
    },

    erase: ({ uid, version }, signal) => dav.delete(objectName(uid), version, signal),

    async changesSince(cursor, known, signal) {
      const names = new Set([...known].map(objectName))
      const changes = await changesSince(dav, cursor, names, signal)
      const events: RemoteEvent[] = []
      const gone = changes.gone.map(uidOf)
      for (const object of await dav.getAll(changes.changed, signal)) {
        const event = read(object)
        if (event) events.push(event)
        else gone.push(uidOf(object.name))
      }
      return { cursor: changes.cursor, events, gone }
    },

    async busyDuring(interval, signal) {
      const busy: BusyTime[] = []
      let unreadable = 0
      for (const { data } of await dav.query(interval, signal)) {
        try {
          const { uid, times } = busyInObject(data, interval, timeZone)
          const ownUid = isOwnUid(uid) ? uid : null
          busy.push(...times.map((time) => ({ ...time, ownUid })))
        } catch {
          // One object that no program could read must not hide all others.
          unreadable += 1
        }
      }
      if (unreadable > 0) log.warn({ unreadable }, 'entries of the calendar could not be read')
      return busy
    },
  }
}
