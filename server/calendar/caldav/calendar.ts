import type { Shop } from '../../../booking/opening-hours.ts'
import type { Interval } from '../../../booking/time.ts'
import { business } from '../../../demo/business.ts'
import { appointmentIdOf, closureIdOf, eventUid } from '../../appointments/identity.ts'
import {
  ChangedMeanwhile,
  type KnownEvent,
  type Reading,
  type RemoteCalendar,
  type RemoteEvent,
} from '../calendar.ts'
import { type DavAccount, type DavObject, davCollection } from './client.ts'
import { eventObject, movedObject, rewordedObject } from './objects.ts'
import { busyInObject } from './read-ics.ts'

interface Dependencies {
  shop: Shop
  now: () => number
}

const extension = '.ics'
const objectsAtOnce = 50
/** For what asks for an event's own time alone. */
const noTime = { startEpochMs: 0, endEpochMs: 0 }

/** An event's object is called after the part of its UID that is its own. */
const ownName = (uid: string) => `${uid.slice(0, uid.lastIndexOf('@'))}${extension}`

/** The owner's calendar on a CalDAV server (RFC 4791): Nextcloud, Fastmail, iCloud, Radicale and others. */
export function caldavCalendar(account: DavAccount, { shop, now }: Dependencies): RemoteCalendar {
  const dav = davCollection(account)
  const { timeZone } = shop

  /** What was read last, of each object for as long as it has that entity tag. */
  let kept = { startEpochMs: 0, objects: new Map<string, { etag: string; seen: Reading }>() }
  let asked: Promise<string[]> | undefined

  /** The addresses that the account is known by; none where its server does not tell. */
  async function accountAddresses(signal: AbortSignal): Promise<string[]> {
    asked ??= dav.mailAddresses(signal)
    try {
      return await asked
    } catch {
      // It is asked again the next time; what is read or written meanwhile is worth more than an address.
      asked = undefined
      return []
    }
  }

  /** The business, by the address that the account is known by, so that the owner's phone may move the event. */
  async function organizer(signal: AbortSignal): Promise<string> {
    const addresses = await accountAddresses(signal)
    const isOwn = addresses.some((address) => address.toLowerCase() === business.email.toLowerCase())
    return isOwn ? business.email : (addresses[0] ?? business.email)
  }

  /** Whose answer to an invitation is the owner's. */
  async function ownerAddresses(signal: AbortSignal): Promise<Set<string>> {
    const addresses = [...(await accountAddresses(signal)), account.username, business.email]
    return new Set(addresses.map((address) => address.toLowerCase()))
  }

  function toEvent({ etag, data }: DavObject, wantedUid: string): RemoteEvent | null {
    const { uid, first } = busyInObject(data, noTime, timeZone)
    if (uid !== wantedUid) throw new TypeError('The object holds another event.')
    return first && { uid, version: etag, ...first }
  }

  function seenIn({ name, etag, data }: DavObject, during: Interval, owners: ReadonlySet<string>): Reading {
    try {
      const { uid, first, times } = busyInObject(data, during, timeZone, owners)
      const isOwn = appointmentIdOf(uid) !== null || closureIdOf(uid) !== null
      const isFirst = (time: Interval) =>
        time.startEpochMs === first?.startEpochMs && time.endEpochMs === first.endEpochMs
      return {
        events: isOwn && first ? [{ uid, version: etag, ...first }] : [],
        busy: times.map((time) => ({ ...time, ownUid: isOwn && isFirst(time) ? uid : null })),
        unreadable: [],
      }
    } catch {
      // One object that no program could read must not hide all others.
      return { events: [], busy: [], unreadable: [eventUid(name.slice(0, -extension.length))] }
    }
  }

  function holds({ data }: DavObject, wantedUid: string): boolean {
    try {
      return busyInObject(data, noTime, timeZone).uid === wantedUid
    } catch {
      return false
    }
  }

  /**
   * Under the name that we gave it, or under another at its time, because the owner has imported it: to search for a UID
   * is what many servers do wrongly. It is gone only where the calendar says so by listing what there is: somebody in
   * between can answer that a name is not found.
   */
  async function objectOf(event: KnownEvent, signal: AbortSignal): Promise<DavObject | null> {
    const named = await dav.get(ownName(event.uid), signal)
    if (named) return named
    const there = await dav.getDuring(event, signal)
    return there.find((object) => holds(object, event.uid)) ?? null
  }

  async function unchanged(known: RemoteEvent, signal: AbortSignal): Promise<DavObject> {
    const object = await objectOf(known, signal)
    if (object?.etag !== known.version) throw new ChangedMeanwhile()
    return object
  }

  return {
    where: dav.where,
    id: `caldav ${dav.where}`,

    async find(event, signal) {
      const object = await objectOf(event, signal)
      return object && toEvent(object, event.uid)
    },

    async create(event, signal) {
      const object = eventObject(event, now(), shop, await organizer(signal))
      await dav.create(ownName(event.uid), object, signal)
    },

    async move(known, event, signal) {
      const object = await unchanged(known, signal)
      await dav.replace(object, movedObject(object.data, event, now(), shop), signal)
    },

    async reword(event, signal) {
      const object = await objectOf(event, signal)
      if (!object) return
      // Where its own time is not there any more, what is left is the owner's.
      const status = toEvent(object, event.uid) ? event.status : 'confirmed'
      const text = rewordedObject(object.data, { ...event, status }, now(), shop, await organizer(signal))
      await dav.replace(object, text, signal)
    },

    async erase(known, signal) {
      const { name, etag } = await unchanged(known, signal)
      await dav.delete(name, etag, signal)
    },

    async read(interval, signal) {
      const tags = await dav.entityTagsAfter(interval.startEpochMs, signal)
      if (kept.startEpochMs !== interval.startEpochMs) kept = { ...interval, objects: new Map() }
      const known = kept.objects
      for (const name of known.keys()) if (!tags.has(name)) known.delete(name)
      const changed = [...tags].filter(([name, etag]) => known.get(name)?.etag !== etag).map(([name]) => name)
      const owners = await ownerAddresses(signal)
      for (let from = 0; from < changed.length; from += objectsAtOnce) {
        const names = changed.slice(from, from + objectsAtOnce)
        for (const name of names) known.delete(name)
        for (const object of await dav.getAll(names, signal)) {
          known.set(object.name, { etag: object.etag, seen: seenIn(object, interval, owners) })
        }
      }
      const seen = [...known.values()].map((one) => one.seen)
      return {
        events: seen.flatMap((one) => one.events),
        busy: seen.flatMap((one) => one.busy),
        unreadable: seen.flatMap((one) => one.unreadable),
      }
    },
  }
}
