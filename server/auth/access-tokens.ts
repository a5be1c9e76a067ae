import { msPerHour } from '../../booking/time.ts'
import type { Session } from '../db/sessions.ts'
import { lazy } from '../lib/async.ts'
import type { SecretStore } from '../lib/files-and-secrets.ts'

const algorithm = 'ES256'
const audience = 'authenticated'
export const shopUserId = '5b0f6f1e-6d7a-4f0e-9a3c-0d1e5f2a7c11'

export const accessTokenLastsMs = msPerHour

export type AccessTokens = ReturnType<typeof createAccessTokens>

/** JWT access tokens (RFC 9068), which every process can check. The private key is in `secrets`. */
export function createAccessTokens(secrets: SecretStore, issuer: () => string) {
  const loaded = lazy(async () => {
    const jose = await import('jose')
    const kept = await secrets.keep('desk-key', async () => {
      const { privateKey } = await jose.generateKeyPair(algorithm, { extractable: true })
      return JSON.stringify(await jose.exportJWK(privateKey))
    })
    const { d: _secret, ...publicPart } = JSON.parse(kept)
    const kid = await jose.calculateJwkThumbprint(publicPart)
    return {
      jose,
      privateKey: await jose.importJWK(JSON.parse(kept), algorithm),
      publicKey: await jose.importJWK(publicPart, algorithm),
      shown: { ...publicPart, kid, alg: algorithm, use: 'sig', key_ops: ['verify'] },
    }
  })
  const seconds = (epochMs: number) => Math.floor(epochMs / 1000)

  return {
    /**
     * @param sessionId - the database has only its digest
     * @param refreshHash - of the refresh token issued with it. Using one proves that the other arrived
     */
    async issue(
      sessionId: string,
      refreshHash: string,
      { email, createdAtMs }: Session,
      nowEpochMs: number,
    ): Promise<string> {
      const { jose, privateKey, shown } = await loaded()
      return new jose.SignJWT({
        role: audience,
        email,
        phone: '',
        session_id: sessionId,
        aal: 'aal1',
        amr: [{ method: 'otp', timestamp: seconds(createdAtMs) }],
        is_anonymous: false,
      })
        .setProtectedHeader({ alg: algorithm, kid: shown.kid, typ: 'JWT' })
        .setSubject(shopUserId)
        .setJti(refreshHash)
        .setIssuer(issuer())
        .setAudience(audience)
        .setIssuedAt(seconds(nowEpochMs))
        .setExpirationTime(seconds(nowEpochMs + accessTokenLastsMs))
        .sign(privateKey)
    },

    /** Returns the hash of a token's refresh token; null for a token that is expired, foreign, or altered. */
    async refreshHashOf(token: string, nowEpochMs: number): Promise<string | null> {
      const { jose, publicKey } = await loaded()
      try {
        const currentDate = new Date(nowEpochMs)
        // The issuer isn't checked: its address may differ between processes.
        const options = { algorithms: [algorithm], audience, requiredClaims: ['exp'], currentDate }
        const { payload } = await jose.jwtVerify(token, publicKey, options)
        return payload.jti ?? null
      } catch (error) {
        if (error instanceof jose.errors.JOSEError) return null
        throw error
      }
    },

    /** Returns the public key (RFC 7517). */
    keySet: async () => ({ keys: [(await loaded()).shown] }),
  }
}
