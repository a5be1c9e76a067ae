// The types only: importing this module's values would load the platform's client for WebSocket and fetch as well.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { InlinedHashes } from '../built-page.ts'

/** Only a hijacked page would ask a visitor for these. */
const permissionsPolicy = ['camera', 'geolocation', 'microphone', 'payment', 'usb']
  .map((name) => `${name}=()`)
  .join(',')

const quoted = (hashes: readonly string[]) => hashes.map((hash) => `'${hash}'`)

/** The headers that the library would set on each answer. They never depend on the request, so they are made once. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {}
  const answer: Pick<ServerResponse, 'removeHeader'> & { setHeader(name: string, value: string): void } = {
    setHeader(name, value) {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  helmet(options)({} as IncomingMessage, answer as ServerResponse, () => {})
  return headers
}

/** Nothing from elsewhere, nothing inline but what was built: a page's own scripts and styles. */
function policyOptions(inlined: InlinedHashes, more: Record<string, string[]> = {}) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...quoted(inlined.scriptHashes)],
        styleSrc: ["'self'", ...quoted(inlined.styleHashes)],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        ...more,
      },
    },
  }
}

/** The Content Security Policy of a page in which this is inlined. */
export function contentSecurityPolicy(inlined: InlinedHashes, more?: Record<string, string[]>): string {
  return headersOf(policyOptions(inlined, more))['content-security-policy'] ?? ''
}

/** That of the desk: files that it makes for the owner besides, and a place on the home screen. */
export const deskSecurityPolicy = (inlined: InlinedHashes) =>
  contentSecurityPolicy(inlined, { manifestSrc: ["'self'"], imgSrc: ["'self'", 'data:', 'blob:'] })

/**
 * The headers with which a browser defends every answer.
 *
 * They arrive in the first round trip, before the page: what only browsers obey that cannot show it is left out,
 * and what the policy says already or browsers do by themselves.
 *
 * @param inlined - what stands inline in pages that set no policy of their own
 * @param isHttps - whether clients reach the page over HTTPS only
 */
export function securityHeaders(app: FastifyInstance, inlined: InlinedHashes, isHttps: boolean): void {
  const headers = headersOf({
    ...policyOptions(inlined),
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xFrameOptions: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    // Same-origin posts keep their Origin; other sites learn nothing of where a visitor was.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: isHttps ? { maxAge: 365 * 24 * 60 * 60, includeSubDomains: false } : false,
    // The page opens the add-to-calendar tab and has to know whether that worked.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  })
  headers['permissions-policy'] = permissionsPolicy
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
