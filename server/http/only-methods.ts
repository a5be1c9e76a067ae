import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { callRefusals } from '../../copy/errors.ts'
import { ApiError } from './api-error.ts'

const otherMethods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Answers every other method of an address: 405, and OPTIONS with what is allowed. The address has no
 * cross-origin callers, so OPTIONS says nothing of origins.
 */
export function onlyMethods(app: FastifyInstance, url: string, allowed: readonly HTTPMethods[]): void {
  const allow = [...allowed, 'OPTIONS'].join(', ')
  const refuse = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.header('allow', allow)
    throw new ApiError(405, 'PGRST117', callRefusals.otherMethod)
  }
  app.route({
    method: otherMethods.filter((method) => !allowed.includes(method)),
    url,
    // Before anything of the body is read.
    onRequest: refuse,
    handler: refuse,
  })
  app.options(url, async (_request, reply) => reply.code(204).header('allow', allow).send())
}
