import type { FastifyRequest } from 'fastify'
import { deskArguments } from '#copy/errors.ts'
import type { Device } from '../../../booking/owner-api.ts'
import type { Session } from '../../db/sessions.ts'
import { noSession } from '../auth-api.ts'
import { getBearerToken, invalidRequest } from '../errors.ts'
import type { Services } from '../services.ts'
import type { Answers } from './answers.ts'

/** The signed-in devices, and the notifications of the one that asks. */
export function deviceCalls({ sessions, devices }: Services) {
  async function sessionOf(request: FastifyRequest): Promise<Session> {
    const session = await sessions.who(getBearerToken(request) ?? '')
    // It ended since the hook read it.
    if (!session) throw noSession('PGRST301')
    return session
  }

  const shownDevice = async ({ id }: Session): Promise<Device> => ({
    key: devices && (await devices.publicKey()),
    endpoint: devices && (await devices.endpointOf(id)),
  })

  return {
    device: async (_sent, _reply, request) => shownDevice(await sessionOf(request)),

    async subscribe_device(subscription, _reply, request) {
      const session = await sessionOf(request)
      if (!devices) throw invalidRequest(deskArguments.noPush)
      if (!(await devices.subscribe(session.id, subscription)))
        throw invalidRequest(deskArguments.pushService)
      return shownDevice(session)
    },

    async unsubscribe_device(_sent, _reply, request) {
      const session = await sessionOf(request)
      await devices?.unsubscribe(session.id)
      return shownDevice(session)
    },

    devices: async () => ({ count: await sessions.count() }),
  } satisfies Partial<Answers>
}
