import type { FastifyReply } from 'fastify'
import { withFacts } from '../../../booking/page-facts.ts'
import { deskSecurityPolicy } from '../guard/security-headers.ts'
import type { Services } from '../services.ts'

/** Answers with the desk's own document, which holds nothing yet: what it shows, it asks for with its session. */
export function deskPage({ page, config }: Pick<Services, 'page' | 'config'>) {
  const html = withFacts(page.desk, { anonKey: config.anonKey })
  return (reply: FastifyReply) =>
    reply
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': deskSecurityPolicy,
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      })
      .type('text/html; charset=utf-8')
      .send(html)
}
