import type { FastifyInstance } from 'fastify'
import { callRefusals } from '../../../site/copy/call-refusals.ts'
import { ApiError } from '../api-error.ts'
import { sendDocument } from './document.ts'
import type { Pages } from './pages.ts'

const calls = /^\/(rest|functions|auth)(\/|$)/

/** Unknown addresses: an error for programs where the calls are, the not-found page for people elsewhere. */
export function notFound(app: FastifyInstance, pages: Pages): void {
  app.setNotFoundHandler(async (request, reply) => {
    if (calls.test(request.url)) throw new ApiError(404, 'PGRST125', callRefusals.nothingHere)
    return sendDocument(request, reply.code(404), await pages.now('notFound'))
  })
}
