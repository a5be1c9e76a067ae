import type { FastifyRequest } from 'fastify'
import { msPerMinute } from '../../../booking/milliseconds.ts'
import { addressKey } from './address-key.ts'

/** An address is forgotten after this long, so that what it opens then counts as opened for the first time. */
const rememberedForMs = 10 * msPerMinute
/** So that a flood of addresses cannot fill the memory. */
const addressesMax = 50_000

type Request = Pick<FastifyRequest, 'method' | 'headers' | 'ip'>

/** Knows how long ago the clients were first sent the page, by their addresses, in this process alone. */
export interface FillTimes {
  /** Notes that a browser is sent the page. */
  noteOpened(request: Request): void
  /**
   * How much of the shortest time in which a person fills in the form is still to pass, in milliseconds: 0 once it
   * has, and for an address that is not known to have opened the page.
   */
  missingMs(request: Request): number
}

/**
 * @param minSeconds - the shortest time in which a person fills in the form; 0 notes nothing
 * @param now - epoch milliseconds
 */
export function fillTimes(minSeconds: number, now: () => number): FillTimes {
  if (minSeconds === 0) return { noteOpened() {}, missingMs: () => 0 }
  // Two, so that the older half can be dropped at once: to look for the oldest each time takes long.
  let recent = new Map<string, number>()
  let before = new Map<string, number>()

  /** When the address was first sent the page, unless that is too long ago, or after a clock that was set back. */
  function openedAtMs(address: string, nowEpochMs: number): number | null {
    const atMs = recent.get(address) ?? before.get(address)
    return atMs === undefined || atMs > nowEpochMs || nowEpochMs - atMs >= rememberedForMs ? null : atMs
  }

  return {
    noteOpened({ method, headers, ip }) {
      // Who only looks whether the server is there has opened no page.
      if (method !== 'GET' || !headers.accept?.includes('text/html')) return
      const nowEpochMs = now()
      const address = addressKey(ip)
      if (openedAtMs(address, nowEpochMs) !== null) return
      if (recent.size >= addressesMax / 2) {
        before = recent
        recent = new Map()
      }
      recent.set(address, nowEpochMs)
    },

    missingMs({ ip }) {
      const nowEpochMs = now()
      const atMs = openedAtMs(addressKey(ip), nowEpochMs)
      return atMs === null ? 0 : Math.max(0, atMs + minSeconds * 1000 - nowEpochMs)
    },
  }
}
