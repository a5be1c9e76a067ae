import { business } from '#shop/business.ts'
import { eventUid, parseAppointmentId, parseBlockedTimeId } from '../../../booking/calendar-event.ts'
import type { Shop } from '../../../booking/opening-hours.ts'
import type { Interval } from '../../../booking/time.ts'
import {
  ChangedMeanwhile,
  type KnownEvent,
  type PollResult,
  type RemoteCalendar,
  type RemoteEvent,
} from '../calendar.ts'
import { createDavCollection, type DavAccount, type DavObject } from './client.ts'
import { createReader, Unreadable } from './reader.ts'

const extension = '.ics'
const objectsAtOnce = 50

const ownName = (uid: string) => `${uid.slice(0, uid.lastIndexOf('@'))}${extension}`

export function createCaldavCalendar(
  account: DavAccount,
  { shop: { timeZone }, uidDomain, now }: { shop: Shop; uidDomain: string; now: () => number },
): RemoteCalendar {
  const read = createReader()
  const dav = createDavCollection(account, read)
  /** The last result for each object, valid while it has that entity tag. */
  let known = { startEpochMs: 0, objects: new Map<string, { etag: string; seen: PollResult }>() }
  let asked: Promise<string[]> | undefined

  async function accountAddresses(signal: AbortSignal): Promise<string[]> {
    asked ??= dav.addresses(signal)
    try {
      return await asked
    } catch {
      // Reading or writing now matters more than an address, which the next call requests again.
      asked = undefined
      return []
    }
  }

  /** The business, by an email address of the account: phones let only the organizer move an event. */
  async function organizer(signal: AbortSignal): Promise<string> {
    const addresses = await accountAddresses(signal)
    const emails = addresses.flatMap((address) => /^mailto:(.+)$/i.exec(address)?.[1] ?? [])
    const isOwn = emails.some((email) => email.toLowerCase() === business.email.toLowerCase())
    return isOwn ? business.email : (emails[0] ?? business.email)
  }

  async function toEvent({ etag, data }: DavObject, wantedUid: string): Promise<RemoteEvent | null> {
    const { uid, first } = await read('eventInObject', data, timeZone)
    if (uid !== wantedUid) throw new TypeError('The object holds another event.')
    return first && { uid, version: etag, ...first }
  }

  async function seenIn(
    { name, data }: Pick<DavObject, 'name'> & { data: string | null },
    etag: string,
    during: Interval,
    owners: readonly string[],
  ): Promise<PollResult> {
    try {
      if (data === null) throw new Unreadable()
      const { uid, first, times } = await read('busyInObject', data, during, timeZone, owners)
      const isOwn = parseAppointmentId(uid, uidDomain) !== null || parseBlockedTimeId(uid, uidDomain) !== null
      const isFirst = (time: Interval) =>
        time.startEpochMs === first?.startEpochMs && time.endEpochMs === first.endEpochMs
      return {
        events: isOwn && first ? [{ uid, version: etag, ...first }] : [],
        busy: times.map((time) => ({ ...time, ownUid: isOwn && isFirst(time) ? uid : null })),
        unreadable: [],
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      return { events: [], busy: [], unreadable: [eventUid(name.slice(0, -extension.length), uidDomain)] }
    }
  }

  /**
   * Looks for the name that this server gave the object, then at the event's time: the owner may have imported it, and
   * many servers search by UID incorrectly. Only a listing proves that an event is gone, because a proxy can answer
   * 404.
   */
  async function objectOf(event: KnownEvent, signal: AbortSignal): Promise<DavObject | null> {
    const named = await dav.get(ownName(event.uid), signal)
    if (named) return named
    for (const object of await dav.getDuring(event, signal)) {
      const held = await read('eventInObject', object.data, timeZone).catch(() => null)
      if (held?.uid === event.uid) return object
    }
    return null
  }

  async function unchanged(event: RemoteEvent, signal: AbortSignal): Promise<DavObject> {
    const object = await objectOf(event, signal)
    if (object?.etag !== event.version) throw new ChangedMeanwhile()
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
      const object = await read('eventObject', event, now(), timeZone, await organizer(signal))
      await dav.create(ownName(event.uid), object, signal)
    },

    async move(event, moved, signal) {
      const object = await unchanged(event, signal)
      await dav.replace(object, await read('movedObject', object.data, moved, now(), timeZone), signal)
    },

    async reword(event, signal) {
      const object = await objectOf(event, signal)
      if (!object) return
      // If its own time is gone, the rest belongs to the owner.
      const status = (await toEvent(object, event.uid)) ? event.status : 'confirmed'
      const organizerAddress = await organizer(signal)
      const reworded = await read(
        'rewordedObject',
        object.data,
        { ...event, status },
        now(),
        timeZone,
        organizerAddress,
      )
      await dav.replace(object, reworded, signal)
    },

    async erase(event, signal) {
      let object = await unchanged(event, signal)
      // Deleting an event that an earlier version wrote would make SOGo email the client.
      const silent = await read('clientScheduledObject', object.data)
      if (silent !== null) {
        await dav.replace(object, silent, signal)
        const written = await dav.get(object.name, signal)
        if (!written) return
        object = written
      }
      await dav.delete(object, signal)
    },

    async read(interval, signal) {
      const tags = await dav.entityTagsAfter(interval.startEpochMs, signal)
      if (known.startEpochMs !== interval.startEpochMs) known = { ...interval, objects: new Map() }
      const { objects } = known
      for (const name of objects.keys()) if (!tags.has(name)) objects.delete(name)
      const changed = [...tags].filter(([name, etag]) => objects.get(name)?.etag !== etag)
      const owners = [...(await accountAddresses(signal)), account.username, business.email]
      for (let from = 0; from < changed.length; from += objectsAtOnce) {
        const batch = new Map(changed.slice(from, from + objectsAtOnce))
        for (const name of batch.keys()) objects.delete(name)
        for (const object of await dav.getAll([...batch.keys()], signal)) {
          const etag = 'etag' in object ? object.etag : (batch.get(object.name) ?? '')
          objects.set(object.name, { etag, seen: await seenIn(object, etag, interval, owners) })
          // If hostile entries use up the time, the next poll continues from here.
          signal.throwIfAborted()
        }
      }
      const seen = [...objects.values()].map((object) => object.seen)
      return {
        events: seen.flatMap((result) => result.events),
        busy: seen.flatMap((result) => result.busy),
        unreadable: seen.flatMap((result) => result.unreadable),
      }
    },
  }
}
