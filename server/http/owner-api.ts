import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { readingCalls } from '../../booking/links.ts'
import { type CallName, callArguments, type Parsed } from '../../booking/owner-arguments.ts'
import { toJson } from '../../booking/owner-json.ts'
import { type RecordFailure, requireSession } from './auth-api.ts'
import { onlyMethods, parse } from './errors.ts'
import { alertCalls } from './owner/alerts.ts'
import type { Answers } from './owner/answers.ts'
import { appointmentCalls } from './owner/appointments.ts'
import { clientCalls } from './owner/clients.ts'
import { dayCalls } from './owner/day.ts'
import { deviceCalls } from './owner/devices.ts'
import { messageCalls } from './owner/messages.ts'
import { openingCalls } from './owner/opening.ts'
import type { Services } from './services.ts'

/** The owner's calls, in the public conventions of PostgREST. Each needs a session of the desk. */
export async function deskCalls(app: FastifyInstance, services: Services, failed: RecordFailure) {
  const signedIn = requireSession(services.sessions, services.config.anonKey, failed)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    await signedIn(request)
  })

  const answers: Answers = {
    ...dayCalls(services),
    ...appointmentCalls(services),
    ...messageCalls(services),
    ...clientCalls(services),
    ...openingCalls(services),
    ...alertCalls(services),
    ...deviceCalls(services),
  }

  function serve<Name extends CallName>(name: Name): void {
    const url = `/rpc/${name}`
    const schema = callArguments[name] as unknown as z.ZodType<Parsed<Name>>
    const isReading = (readingCalls as readonly string[]).includes(name)
    const answer = async (sent: unknown, request: FastifyRequest, reply: FastifyReply) => {
      const answered = await answers[name](parse(schema, sent ?? {}, name), reply, request)
      return Object.is(answered, reply) ? reply : toJson(answered)
    }
    // The official client also sends a POST for reading, unless told otherwise. A lasting note with the previous one,
    // or the appointments of a full day, are longer than any other call.
    const isLong = ['write_client_note', 'cancel_appointments', 'tell_clients'].includes(name)
    const options = isLong ? { bodyLimit: 128 * 1024 } : {}
    app.post(url, options, (request, reply) => answer(request.body, request, reply))
    if (isReading) app.get(url, (request, reply) => answer(request.query, request, reply))
    onlyMethods(app, url, isReading ? ['GET', 'HEAD', 'POST'] : ['POST'])
  }
  for (const name of Object.keys(callArguments) as CallName[]) serve(name)
}
