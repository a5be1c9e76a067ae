import { lookup as resolve } from 'node:dns'
import { type RequestOptions, request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import ipaddr from 'ipaddr.js'
import type { RequestDetails, RequestOptions as RequestOptionsOfPush } from 'web-push'
import type { PushSubscription } from '../db/push-subscriptions.ts'
import { lazy, withTimeout } from '../lib/async.ts'
import type { SecretStore } from '../lib/files-and-secrets.ts'

const ttlSeconds = 24 * 60 * 60

/** How to reach push services. Only a test overrides it, with its own service. */
export interface PushNetwork extends Pick<RequestOptions, 'ca' | 'port'> {
  lookup: LookupFunction
  patienceMs: number
}

export class NotPublic extends Error {
  override name = 'NotPublic'
}

/** The push service rejected a message permanently. */
export class PushRefused extends Error {
  override name = 'PushRefused'
  readonly status: number
  constructor(status: number) {
    super(`A push service answered ${status}.`)
    this.status = status
  }
}

const isPublic = (address: string) => ipaddr.process(address).range() === 'unicast'

/** Resolves no host in the server's own network, so no subscription makes the server call one. */
export const publicLookup =
  (find: LookupFunction): LookupFunction =>
  (host, options, done) =>
    find(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '')
      const addresses = Array.isArray(found) ? found : []
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isPublic(address)))
        return done(new NotPublic('not on a public host'), '')
      if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })

const publicNetwork: PushNetwork = {
  lookup: publicLookup(resolve as LookupFunction),
  // They answer within a second.
  patienceMs: 10_000,
}

/** @throws {NotPublic} for anything but HTTPS on the usual port of a named host */
function hostOf(endpoint: string): string {
  const { protocol = '', hostname = '', port, username, password } = URL.parse(endpoint) ?? {}
  const isNamed = hostname.includes('.') && isIP(hostname) === 0
  if (protocol !== 'https:' || !isNamed || port || username || password)
    throw new NotPublic('not an HTTPS address')
  return hostname
}

export type PushService = ReturnType<typeof createPushService>

interface Deps {
  secrets: SecretStore
  /** How push services can reach the shop (RFC 8292, 2.1). */
  contact: string
  network?: PushNetwork | undefined
}

/** Sends encrypted messages to browsers. The push services in between can't read them (RFC 8291). */
export function createPushService({ secrets, contact, network = publicNetwork }: Deps) {
  const { patienceMs, ...reaching } = network
  const loaded = lazy(async () => {
    const { default: webPush } = await import('web-push')
    const kept = await secrets.keep('push-key', async () => JSON.stringify(webPush.generateVAPIDKeys()))
    return { webPush, keys: JSON.parse(kept) as { publicKey: string; privateKey: string } }
  })

  /** Follows no redirect, and reads only the answer's status. */
  function post({ endpoint, body, headers }: RequestDetails, signal: AbortSignal): Promise<number> {
    const { promise, resolve: answered, reject } = Promise.withResolvers<number>()
    const sending = request(endpoint, { ...reaching, method: 'POST', headers, signal, agent: false })
    sending.once('response', (answer) => {
      answered(answer.statusCode ?? 0)
      answer.destroy()
    })
    sending.on('error', reject)
    sending.end(body)
    return promise
  }

  return {
    publicKey: async () => (await loaded()).keys.publicKey,

    /** @throws {NotPublic}, or the error of the host's lookup */
    async check(endpoint: string): Promise<void> {
      const host = hostOf(endpoint)
      await withTimeout(patienceMs, () => promisify(network.lookup)(host, {}))
    },

    /**
     * @param topic - of two messages with the same one, a browser that was offline gets only the second
     * @returns 'gone' if the browser unsubscribed
     * @throws {PushRefused | NotPublic}; any other error can pass
     */
    async send(
      { endpoint, p256dh, auth }: PushSubscription,
      message: string,
      topic: string,
      signal: AbortSignal,
    ): Promise<'sent' | 'gone'> {
      const { webPush, keys } = await loaded()
      // Checked again, because an earlier version may have stored the address.
      hostOf(endpoint)
      const subscription = { endpoint, keys: { p256dh, auth } }
      const vapidDetails = { subject: contact, ...keys }
      const options: RequestOptionsOfPush = { vapidDetails, topic, TTL: ttlSeconds, urgency: 'high' }
      const details = webPush.generateRequestDetails(subscription, message, options)
      const status = await withTimeout(patienceMs, (stop) => post(details, stop), signal)
      if (status >= 200 && status < 300) return 'sent'
      if (status === 404 || status === 410) return 'gone'
      if (status >= 500 || status === 429 || status === 408)
        throw Object.assign(new Error(`A push service answered ${status}.`), { code: 'EPUSH', status })
      throw new PushRefused(status)
    },
  }
}
