import { accessTokenLastsMs, shopUserId } from '../../sessions/access-tokens.ts'
import type { Session } from '../../sessions/session-store.ts'
import type { Grant } from '../../sessions/sessions.ts'

/** The user as the auth client knows users. @see https://supabase.com/docs/reference/api */
export function userBody({ email, createdAtMs }: Session) {
  const at = new Date(createdAtMs).toISOString()
  return {
    id: shopUserId,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    email_confirmed_at: at,
    confirmed_at: at,
    last_sign_in_at: at,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    identities: [],
    created_at: at,
    updated_at: at,
    is_anonymous: false,
  }
}

/** A session as the auth client keeps it (specification, point 3). */
export function sessionBody({ session, accessToken, refreshToken, expiresAtMs }: Grant) {
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: accessTokenLastsMs / 1000,
    expires_at: Math.floor(expiresAtMs / 1000),
    refresh_token: refreshToken,
    user: userBody(session),
  }
}
