import type { FastifyReply, FastifyRequest } from 'fastify'
import { withFacts } from '../../../booking/page-facts.ts'
import { lazy } from '../../base/lazy.ts'
import { deskSecurityPolicy } from '../guard/security-headers.ts'
import { compressed, sendDocument } from '../pages/document.ts'
import type { Services } from '../services.ts'

/** Answers with the desk's own document, which holds nothing yet: what it shows, it asks for with its session. */
export function deskPage({ page, config }: Pick<Services, 'page' | 'config'>) {
  const headers = {
    'cache-control': 'no-store',
    'content-security-policy': deskSecurityPolicy(page.inlined.desk),
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  }
  const made = lazy(() =>
    compressed(withFacts(page.desk, { anonKey: config.anonKey }), 'text/html; charset=utf-8'),
  )
  return async (request: FastifyRequest, reply: FastifyReply) =>
    sendDocument(request, reply, { ...(await made()), headers })
}
