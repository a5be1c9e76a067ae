import type { AuthError, GoTrueClient, Session } from '@supabase/auth-js'
import { desk } from '../../copy/desk.ts'
import { anonKey, inTime, sessionStorageKey } from '../backend/calls.ts'
import type { SessionEvent } from '../backend/open-session.ts'
import { createStore } from '../ui/store.ts'
import { DeskError, errorOf, fetchOrThrow, isSignedOut } from './errors.tsx'

/** Where the loaded data is kept in local storage. */
export const loadedKey = 'desk-loaded'

const forgetLoaded = () => attempt(() => localStorage.removeItem(loadedKey))

/** Whether the owner has ended the session here. After any other end, an open form waits for the next session. */
export const hasSignedOut = createStore(false)

const authUrl = `${location.origin}/auth/v1`

let client: Promise<GoTrueClient> | undefined

/** As the browser tells other tabs, whose sessions begin and end with this one's. */
const tellThisTab = () => dispatchEvent(new Event('storage'))

function onEvent(event: SessionEvent) {
  if (event === 'SIGNED_OUT') forgetLoaded()
  tellThisTab()
}

/**
 * The official auth client, which keeps the session fresh; fetched after the day has been painted.
 * @throws {DeskFault} when it cannot be fetched, which is tried anew the next time
 */
export function authClient(): Promise<GoTrueClient> {
  client ??= inTime(import('../backend/open-session.ts')).then(
    ({ openSession }) =>
      openSession({ authUrl, apikey: anonKey(), storageKey, storage: localStorage, onEvent }),
    () => {
      client = undefined
      throw errorOf(0, null)
    },
  )
  return client
}

export function subscribeToSession(listener: () => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

/** @throws {DeskFault} 'signed-out' when there is no session any more */
function tokenIn({ data, error }: { data: { session: Session | null }; error: AuthError | null }): string {
  if (data.session) return data.session.access_token
  throw error?.name === 'AuthRetryableFetchError' ? errorOf(0, null) : new DeskError('signed-out', '')
}

/** A token that is still good: the stored one while it lasts, so that the first call need not wait for the library. */
export async function accessToken(): Promise<string> {
  return lastingToken() ?? tokenIn(await (await authClient()).getSession())
}

/** One in place of a token that was refused although it should last: the server's clock was set, or this device's. */
export async function tokenInsteadOf(refused: string): Promise<string> {
  // Another call, or another tab, was faster.
  if (lastingToken() !== refused) return accessToken()
  const renewed = await (await authClient()).refreshSession()
  const stored = lastingToken()
  // The library gives up what it was told where another tab has stored the same meanwhile.
  return stored && stored !== refused ? stored : tokenIn(renewed)
}

/** @throws {DeskFault} 'refused' when the token was used before, is too old or unknown */
export async function signIn(token: string): Promise<void> {
  const { error } = await (await authClient()).verifyOtp({ type: 'magiclink', token_hash: token })
  if (!error) {
    hasSignedOut.set(false)
    return dropToken()
  }
  if (error.code === 'otp_expired') throw new DeskError('refused', error.message)
  throw new DeskError('unreachable', error.status ? error.message : desk.faults.unreachable)
}

function post(path: string, body: object, token?: string): Promise<Response> {
  const headers = {
    apikey: anonKey(),
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const signal = AbortSignal.timeout(15_000)
  // Whoever is signed out here puts the telephone away at once.
  const init = { method: 'POST', headers, body: JSON.stringify(body), signal, keepalive: true }
  return fetchOrThrow(`${authUrl}/${path}`, init)
}

/** Asks for a link to every address of the desk, none of which the browser knows. */
export async function mailLink(): Promise<void> {
  await post('otp', {})
}

async function endEverywhere(lasting: string | null, refresh_token: string): Promise<void> {
  // Not by the auth client, which would keep what it gets.
  const fresh = async () =>
    (await (await post('token?grant_type=refresh_token', { refresh_token })).json()).access_token
  await post('logout?scope=global', {}, lasting ?? (await fresh()))
}

/**
 * Takes from this device at once what was loaded or typed, and has all sessions ended, that of a lost phone too.
 * @returns whether the server has said that all have ended
 */
export async function signOut(): Promise<boolean> {
  const { refresh_token = '' } = storedSession() ?? {}
  const ending = endEverywhere(lastingToken(), refresh_token)
  dropToken()
  endSession()
  hasSignedOut.set(true)
  return ending.then(() => true, isSignedOut)
}

/** The server no longer knows the session: what it let us see leaves the device with it. */
export function endSession(): void {
  localStorage.removeItem(storageKey)
  forgetLoaded()
  tellThisTab()
}

export const storageKey = sessionStorageKey(location.hostname)

/** A token that ends within this time is renewed before it is used. */
const nearEndMs = 60_000

interface StoredSession {
  access_token: string
  refresh_token: string
  /** Seconds since 1970. */
  expires_at: number
}

export const storedSession = (): StoredSession | null =>
  attempt(() => JSON.parse(localStorage.getItem(storageKey) ?? 'null')) ?? null

export const hasSession = () => storedSession() !== null

/** The stored access token, unless it is to be renewed first. */
export function lastingToken(): string | null {
  const stored = storedSession()
  return stored && stored.expires_at * 1000 - Date.now() > nearEndMs ? stored.access_token : null
}
function tokenInAddress(): string | null {
  const token = location.hash.slice(1)
  return token === '' || token.startsWith('/') ? null : token
}

let held: string | null = null

/**
 * Takes the token of a link, if the desk was opened with one; addresses within the desk begin with a slash. It leaves the
 * address bar, and the history with it.
 */
export function takeToken(): void {
  // A link that is opened where the desk is open already loads nothing by itself.
  addEventListener('hashchange', () => tokenInAddress() && location.reload())
  held = tokenInAddress()
  if (held) history.replaceState(null, '', location.pathname + location.search)
}

/** The token that can still be the way in. */
export const heldToken = () => held

/** With a session that the server knows the link is used up, or not needed: what ends that session was meant to. */
export function dropToken(): void {
  held = null
}
/** Where there is no room or no storage, the desk works without. */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
