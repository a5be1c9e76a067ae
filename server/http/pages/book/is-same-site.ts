import type { FastifyRequest } from 'fastify'

/**
 * Whether a form was sent from our own page, as far as the browser tells.
 * Browsers without these headers are let in: the form needs no session that another site could misuse.
 */
export function isSameSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (headers.origin === undefined) return true
  return URL.parse(headers.origin)?.host === headers.host
}
