import type { FastifyRequest } from 'fastify'

/**
 * Whether a form was sent from our own page, as far as the browser tells: the page at the public address, or at the
 * name that this server, or a trusted proxy in front of it, was asked for.
 * Browsers without these headers are let in: the form needs no session that another site could misuse.
 *
 * @param publicUrl - a proxy need not pass on the name by which browsers know the page
 */
export function isSameSite({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (headers.origin === undefined) return true
  const sender = URL.parse(headers.origin)?.host
  return sender === host || sender === new URL(publicUrl).host
}
