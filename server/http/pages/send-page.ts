import type { FastifyReply } from 'fastify'

/** Answers with a page that is made for this one answer. */
export function sendPage(reply: FastifyReply, statusCode: number, html: string) {
  return reply
    .code(statusCode)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html)
}
