import type { FastifyRequest } from 'fastify'
import { deskRefusals } from '../../../copy/errors.ts'
import type { Session } from '../../sessions/session-store.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import { ApiError } from '../api-error.ts'
import type { FailedAttempt } from './failed-attempts.ts'

export const noSession = (code: string) => new ApiError(401, code, deskRefusals.notSignedIn)

/** What an Authorization header holds, if it is a bearer token (RFC 6750). */
export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1]

/**
 * Lets requests pass that come from the desk, with an access token whose session lives.
 * @returns a hook that throws {ApiError} 403 for the public key alone, 401 for every other token
 */
export function requireSession(sessions: Sessions, anonKey: string, failed: FailedAttempt) {
  return async (request: FastifyRequest): Promise<Session> => {
    const token = bearerOf(request)
    if (token === undefined || token === anonKey) {
      throw new ApiError(403, '42501', deskRefusals.ownersCall)
    }
    const session = await sessions.who(token)
    if (!session) throw await failed(request, 'access', noSession('PGRST301'))
    return session
  }
}
