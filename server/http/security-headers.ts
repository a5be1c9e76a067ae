import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Templates } from './pages/templates.ts'

const permissions = [
  'camera',
  'geolocation',
  'microphone',
  'payment',
  'usb',
  'browsing-topics',
  'display-capture',
]
const permissionsPolicy = permissions.map((name) => `${name}=()`).join(', ')

const quoted = (hashes: readonly string[]) => hashes.map((hash) => `'${hash}'`)

/**
 * The headers with which a browser defends the page: nothing from elsewhere, nothing inline but what was built.
 *
 * @param inlined - the hashes of the built page's own scripts and styles
 * @param isHttps - whether clients reach the page over HTTPS only
 */
export async function securityHeaders(
  app: FastifyInstance,
  inlined: Templates['inlined'],
  isHttps: boolean,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...quoted(inlined.scriptHashes)],
        styleSrc: ["'self'", ...quoted(inlined.styleHashes)],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
    },
    // Same-origin posts keep their Origin; other sites learn nothing of where a visitor was.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: isHttps ? { maxAge: 365 * 24 * 60 * 60, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
    // The page opens the add-to-calendar tab and has to know whether that worked.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', permissionsPolicy)
  })
}
