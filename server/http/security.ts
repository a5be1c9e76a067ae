import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { InlinedHashes } from '../built-page.ts'

const quoted = (hashes: readonly string[]) => hashes.map((hash) => `'${hash}'`)

function headersOf(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {}
  const answer = {
    setHeader(name: string, value: string) {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  helmet(options)({} as IncomingMessage, answer as unknown as ServerResponse, () => {})
  return headers
}

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

export function contentSecurityPolicy(inlined: InlinedHashes, more?: Record<string, string[]>): string {
  return headersOf(policyOptions(inlined, more))['content-security-policy'] ?? ''
}

/** The desk also makes files for the owner, and has a place on the home screen. */
export const deskSecurityPolicy = (inlined: InlinedHashes) =>
  contentSecurityPolicy(inlined, { manifestSrc: ["'self'"], imgSrc: ["'self'", 'data:', 'blob:'] })

/** They take room in the first round trip, so those that repeat the policy or serve old browsers are left out. */
export function securityHeaders(app: FastifyInstance, inlined: InlinedHashes, isHttps: boolean): void {
  const headers = headersOf({
    ...policyOptions(inlined),
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xFrameOptions: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    // Same-origin posts keep their Origin, and other sites get no Referer.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: isHttps ? { maxAge: 365 * 24 * 60 * 60, includeSubDomains: false } : false,
    // The page must know whether its add-to-calendar tab opened.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  })
  headers['permissions-policy'] = 'camera=(),geolocation=(),microphone=(),payment=(),usb=()'
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
