import type { FastifyRequest } from 'fastify'
import { callRefusals } from '../../../copy/errors.ts'
import { ApiError } from '../api-error.ts'

/** Lets requests pass that carry the public key as `apikey` or as a bearer token; it is public, not secret. */
export function requireAnonKey(anonKey: string) {
  return async ({ headers }: FastifyRequest): Promise<void> => {
    const bearer = headers.authorization?.replace(/^Bearer\s+/i, '')
    if (headers.apikey === anonKey || bearer === anonKey) return
    throw new ApiError(401, 'PGRST301', callRefusals.needsKey)
  }
}
