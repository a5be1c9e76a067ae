import type { AuthError, GoTrueClient, Session } from '@supabase/auth-js'
import { desk } from '#copy/desk.ts'
import { deskPath } from '../../booking/links.ts'
import { sessionStorageKey, withTimeLimit } from '../backend/calls.ts'
import type { SessionEvent } from '../backend/open-session.ts'
import { createStore } from '../ui/store.ts'
import { DeskError, fetchOrThrow, isSignedOut, toDeskError } from './errors.tsx'
import { unwrappedAddress } from './sign-in/link.ts'

export const loadedKey = 'desk-loaded'
const forgetLoaded = () => attempt(() => localStorage.removeItem(loadedKey))
export const keptNotesPrefix = 'desk-note/'
/** Which bookings the owner has seen on this device, by id. */
export const seenKey = 'desk-seen'

/** Whether this device got notifications about bookings until now. */
export const toldKey = 'desk-told'

/** These survive a session that expires, but not the owner's signing out. */
function forgetOwn(): void {
  for (const key of Object.keys(localStorage))
    if (key === seenKey || key === toldKey || key.startsWith(keptNotesPrefix)) localStorage.removeItem(key)
}

/** Whether the owner signed out here. After any other end of a session, open forms wait for the next one. */
export const hasSignedOut = createStore(false)
const authUrl = `${location.origin}/auth/v1`
let client: Promise<GoTrueClient> | undefined

const notifyThisTab = () => dispatchEvent(new Event('storage'))

/** @throws {DeskError} if its script fails to load; the next call tries again */
export function authClient(): Promise<GoTrueClient> {
  const onEvent = (event: SessionEvent) => {
    if (event === 'SIGNED_OUT') forgetLoaded()
    notifyThisTab()
  }
  client ??= withTimeLimit(import('../backend/open-session.ts')).then(
    ({ openSession }) => openSession({ authUrl, storageKey, storage: localStorage, onEvent }),
    () => {
      client = undefined
      throw toDeskError(0, null)
    },
  )
  return client
}

export function subscribeToSession(listener: () => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

/** @throws {DeskError} 'signed-out' without a session */
function tokenIn({ data, error }: { data: { session: Session | null }; error: AuthError | null }): string {
  if (data.session) return data.session.access_token
  throw error?.name === 'AuthRetryableFetchError' ? toDeskError(0, null) : new DeskError('signed-out', '')
}

/** The stored token while it's valid, so the first call doesn't wait for the auth client. */
export async function accessToken(): Promise<string> {
  return lastingToken() ?? tokenIn(await (await authClient()).getSession())
}

/** Replaces a token that the server rejected early, because its clock or this device's changed. */
export async function replaceToken(refused: string): Promise<string> {
  // Another call or tab already replaced it.
  if (lastingToken() !== refused) return accessToken()
  const renewed = await (await authClient()).refreshSession()
  const stored = lastingToken()
  // The library drops its new token if another tab stored one at the same time.
  return stored && stored !== refused ? stored : tokenIn(renewed)
}

/** @throws {DeskError} 'refused' if the token was used before, is too old, or is unknown */
export async function signIn(token: string): Promise<void> {
  const { error } = await (await authClient()).verifyOtp({ type: 'magiclink', token_hash: token })
  if (!error) {
    hasSignedOut.set(false)
    return dropToken()
  }
  if (error.code === 'otp_expired') throw new DeskError('refused', error.message)
  throw new DeskError('unreachable', error.status ? error.message : desk.errors.unreachable)
}

function post(path: string, body: object, token?: string): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const signal = AbortSignal.timeout(15_000)
  // keepalive, because the owner may put the phone away right after signing out.
  const init = { method: 'POST', headers, body: JSON.stringify(body), signal, keepalive: true }
  return fetchOrThrow(`${authUrl}/${path}`, init)
}

export async function mailLink(): Promise<void> {
  await post('otp', {})
}

export type SignOutScope = 'local' | 'global'

async function endOnServer(
  scope: SignOutScope,
  lasting: string | null,
  refresh_token: string,
): Promise<void> {
  // Not with the auth client, which would store the session.
  const fresh = async () =>
    (await (await post('token?grant_type=refresh_token', { refresh_token })).json()).access_token
  await post(`logout?scope=${scope}`, {}, lasting ?? (await fresh()))
}

/** Ends the notifications here, because the server may not hear that the owner signed out. */
async function unsubscribeDevice(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(deskPath)
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** @param scope - 'global' ends all sessions, including a lost phone's. @returns whether the server confirmed that */
export async function signOut(scope: SignOutScope): Promise<boolean> {
  const { refresh_token = '' } = storedSession() ?? {}
  const ending = endOnServer(scope, lastingToken(), refresh_token)
  dropToken()
  attempt(forgetOwn)
  unsubscribeDevice().catch(() => undefined)
  hasSignedOut.set(true)
  endSession()
  return ending.then(() => true, isSignedOut)
}

export function endSession(): void {
  localStorage.removeItem(storageKey)
  forgetLoaded()
  notifyThisTab()
}

const storageKey = sessionStorageKey(location.hostname)

const nearEndMs = 60_000

type StoredSession = Required<Pick<Session, 'access_token' | 'refresh_token' | 'expires_at' | 'user'>>

const storedSession = (): StoredSession | null =>
  attempt(() => JSON.parse(localStorage.getItem(storageKey) ?? 'null')) ?? null

export const hasSession = () => storedSession() !== null
export const sessionUser = () => storedSession()?.user.id

function lastingToken(): string | null {
  const stored = storedSession()
  return stored && stored.expires_at * 1000 - Date.now() > nearEndMs ? stored.access_token : null
}
function tokenInAddress(): string | null {
  const token = location.hash.slice(1)
  return token === '' || token.startsWith('/') ? null : token
}

let held: string | null = null

/** Takes a sign-in link's token out of the address bar and the history. Routes start with a slash; a token doesn't. */
export function takeToken(): void {
  // Opening a link in a tab with the desk changes only the hash.
  addEventListener('hashchange', () => tokenInAddress() && location.reload())
  const unwrapped = unwrappedAddress(location.search)
  if (unwrapped !== null) history.replaceState(null, '', unwrapped)
  held = tokenInAddress()
  if (held) history.replaceState(null, '', location.pathname + location.search)
}

export const heldToken = () => held

/** Once a call succeeded, the link isn't needed, and mustn't sign in after this session ends. */
export function dropToken(): void {
  held = null
}
/** Returns undefined if storage is full or disabled. */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
