import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isCalendarDate } from '../../../booking/wall-time.ts'
import { ApiError } from '../api-error.ts'
import { onlyMethods } from '../only-methods.ts'
import type { Services } from '../services.ts'

const url = '/rpc/open_times'

const question = z.object({ on: z.string().refine(isCalendarDate) })

/** The open start times of a day, so that the form can offer them. */
export function openTimes(app: FastifyInstance, { useCases }: Services): void {
  app.get(url, async ({ query }, reply) => {
    const asked = question.safeParse(query)
    if (!asked.success) throw new ApiError(400, '22023', 'The parameter on must be a day as YYYY-MM-DD.')
    reply.header('cache-control', 'no-store')
    return useCases.openTimesOn(asked.data.on)
  })
  onlyMethods(app, url, ['GET', 'HEAD'])
}
