import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'

const loopbackHosts = ['127.0.0.1', 'localhost', '::1', '[::1]']
const loopbackAddress = /^(127\.|::1$|::ffff:127\.)/

/** What proxies add. One on this machine would make a stranger look like somebody who sits here. */
const forwarded = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

const isLoopbackHost = (host: string) => loopbackHosts.includes(host)

/**
 * Whether this is a server on its developer's own machine: it listens there alone, is published nowhere, and has
 * nobody else's mails to show, because they would have gone to a mail server.
 */
export function isDevelopment({ smtpUrl, host, publicUrl, trustProxy }: Config): boolean {
  if (smtpUrl || trustProxy || !isLoopbackHost(host)) return false
  return publicUrl === undefined || isLoopbackHost(new URL(publicUrl).hostname)
}

/** Whether the request comes from this machine and was meant for it: neither passed on nor lured here by another site. */
export function isFromThisMachine({ headers, socket, hostname }: FastifyRequest): boolean {
  return (
    loopbackAddress.test(socket.remoteAddress ?? '') &&
    isLoopbackHost(hostname) &&
    forwarded.every((name) => headers[name] === undefined)
  )
}
