import type { FastifyInstance } from 'fastify'
import type { InlinedHashes } from '../built-page.ts'

const quoted = (hashes: readonly string[]) => hashes.map((hash) => ` '${hash}'`).join('')

export const contentSecurityPolicy = (
  inlined: InlinedHashes,
  { images = '', more = '' }: { images?: string; more?: string } = {},
): string =>
  [
    "default-src 'none'",
    `script-src 'self'${quoted(inlined.scriptHashes)}`,
    `style-src 'self'${quoted(inlined.styleHashes)}`,
    `img-src 'self' data:${images}`,
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    `base-uri 'none'${more}`,
  ].join(';')

/** The desk also creates files for the owner, and can be on the home screen. */
export const deskSecurityPolicy = (inlined: InlinedHashes) =>
  contentSecurityPolicy(inlined, { images: ' blob:', more: ";manifest-src 'self'" })

/** They take space in the first round trip, so we leave out those that repeat the policy or serve old browsers. */
export function securityHeaders(app: FastifyInstance, inlined: InlinedHashes, isHttps: boolean): void {
  const headers = {
    'content-security-policy': contentSecurityPolicy(inlined),
    'cross-origin-resource-policy': 'same-origin',
    // The page must know whether its add-to-calendar tab opened.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(),geolocation=(),microphone=(),payment=(),usb=()',
    // Same-origin posts keep their Origin, and other sites get no Referer.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    ...(isHttps && { 'strict-transport-security': `max-age=${365 * 24 * 60 * 60}` }),
  }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
