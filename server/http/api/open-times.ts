import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isCalendarDate } from '../../../booking/time.ts'
import { callRefusals } from '../../../copy/errors.ts'
import { onlyMethods } from '../only-methods.ts'
import { parsed } from '../parsed.ts'
import type { Services } from '../services.ts'

const url = '/rpc/open_times'

const rule = callRefusals.parameterDay('on')
const question = z.object({ on: z.string(rule).refine(isCalendarDate, rule) })

/** The open start times of a day, so that the form can offer them. */
export function openTimes(app: FastifyInstance, { useCases }: Services): void {
  app.get(url, async ({ query }, reply) => {
    const { on } = parsed(question, query)
    reply.header('cache-control', 'no-store')
    return useCases.openTimesOn(on)
  })
  onlyMethods(app, url, ['GET', 'HEAD'])
}
