import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { shopErrorWords, settingErrors as words } from '#copy/terminal.ts'
import { business } from '#shop/business.ts'
import { kinds } from '#shop/kinds.ts'
import { opening } from '#shop/opening-hours.ts'
import { normalizeField } from '../booking/validation.ts'
import { ConfigError } from './lib/errors.ts'
import { findShopErrors, formatShopError, type ShopFacts } from './shop-facts.ts'

export type CalendarSettings = { readEverySeconds: number; isReadOnly: boolean } & (
  | { kind: 'feed' }
  | { kind: 'caldav'; url: string; username: string; password: string }
  | { kind: 'google'; calendarId: string; keyFile: string }
)

/** The variables of each account. All are set, or none. */
const accounts = [
  ['CALDAV_URL', 'CALDAV_USERNAME', 'CALDAV_PASSWORD'],
  ['GOOGLE_CALENDAR_ID', 'GOOGLE_APPLICATION_CREDENTIALS'],
] as const

type AccountVariable = (typeof accounts)[number][number]
type CalendarVariables = { [Name in AccountVariable]?: string | undefined } & {
  CALENDAR_READ_SECONDS: number
  STAGING: boolean
}

function calendarErrors(variables: CalendarVariables): Partial<Record<AccountVariable, string>> {
  const errors: Partial<Record<AccountVariable, string>> = {}
  if (variables.CALDAV_URL && variables.GOOGLE_CALENDAR_ID) errors.GOOGLE_CALENDAR_ID = words.twoCalendars
  const collection = URL.parse(variables.CALDAV_URL ?? '')
  if (collection?.username || collection?.password) errors.CALDAV_URL = words.accountInAddress
  if (variables.GOOGLE_CALENDAR_ID === 'primary') errors.GOOGLE_CALENDAR_ID = words.primaryCalendar
  for (const account of accounts) {
    const given = account.filter((name) => variables[name])
    const missing = given.length > 0 ? account.filter((name) => !variables[name]) : []
    for (const name of missing) errors[name] = words.neededWith(given)
  }
  return errors
}

function calendarSettings(variables: CalendarVariables): CalendarSettings {
  const reading = { readEverySeconds: variables.CALENDAR_READ_SECONDS, isReadOnly: variables.STAGING }
  const { CALDAV_URL: url, CALDAV_USERNAME: username = '', CALDAV_PASSWORD: password = '' } = variables
  const { GOOGLE_CALENDAR_ID: calendarId, GOOGLE_APPLICATION_CREDENTIALS: keyFile = '' } = variables
  if (url) return { kind: 'caldav', ...reading, url, username, password }
  if (calendarId) return { kind: 'google', ...reading, calendarId, keyFile }
  return { kind: 'feed', ...reading }
}

/** A line whose value has a # without a space before it. */
const lineWithHash = /^\s*(?:export\s+)?([\w.-]+)\s*=([^#\n]*)(?<!\s)#/gm

/** Returns the variables in an `.env` file that a # would cut off, because a comment starts there. */
export function cutVariables(text: string): string[] {
  const variables = parseEnv(text)
  return [...text.matchAll(lineWithHash)].flatMap(([, name = '', before = '']) =>
    // Otherwise the # is quoted, or a later line sets the variable again.
    variables[name] === before.trim() ? name : [],
  )
}

/** Whether Fastify's `trustProxy` takes this name, address, or range. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  if (bits === undefined) return true
  return /^\d+$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128)
}

const isProxyList = (text: string) => text.split(',').every((entry) => isProxy(entry.trim()))

/** The demo's public key. It can only book. */
export const demoKey = 'public-demo-key'

function wholeNumber(rule: string, least: number, most = Number.MAX_SAFE_INTEGER) {
  return z.coerce.number(rule).int(rule).min(least, rule).max(most, rule)
}

const limit = wholeNumber(words.limit, 0)

/** PostgreSQL's own tools accept an address without a host: `postgres://user@/name?host=/var/run/postgresql`. */
const withHost = (text: string) => text.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=[/?])/, '$1localhost')

/** A % in a password often isn't an escape. */
function isEscaped(text: string): boolean {
  try {
    return decodeURIComponent(text) !== ''
  } catch {
    return false
  }
}

const address = (protocol: RegExp, example: string) => z.url({ protocol, error: words.url(example) })

function accountAddress(protocol: RegExp, example: string) {
  const escaped = z.string().refine(isEscaped, { error: words.rawPercent, abort: true })
  return escaped.transform(withHost).pipe(address(protocol, example))
}

/** Every link starts with it, so a path or query would break links, and visitors would see a password. */
function isSiteAddress(text: string): boolean {
  const url = URL.parse(text.replace(/\/+$/, ''))
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
}

/** An unescaped character ends the user name and password early, so part of them becomes the host or the path. */
const isAccountMisplaced = ({ hostname, pathname, search, hash }: URL) =>
  hostname.includes('%40') || (hostname !== '' && `${pathname}${search}${hash}`.includes('@'))

function mailErrors({ SMTP_URL, MAIL_FROM }: { [Name in 'SMTP_URL' | 'MAIL_FROM']?: string | undefined }) {
  if (MAIL_FROM && !SMTP_URL) return { SMTP_URL: words.noMailServer }
  const server = URL.parse(SMTP_URL ?? '')
  if (server && isAccountMisplaced(server)) return { SMTP_URL: words.misplacedAccount }
  return (server?.username === '') === (server?.password === '') ? {} : { SMTP_URL: words.halfAccount }
}

/** `.env.example` describes each of them. */
const environment = z
  .object({
    PORT: wholeNumber(words.port, 0, 65_535).default(3000),
    HOST: z.string().default('127.0.0.1'),
    PUBLIC_URL: z
      .string()
      .refine(isSiteAddress, words.origin)
      .transform((url) => new URL(url).origin)
      .optional(),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: accountAddress(/^postgres(ql)?$/, 'postgres://user:password@host/name').optional(),
    DATABASE_CONNECTIONS: wholeNumber(words.connections, 1, 1000).default(10),
    STAGING: z
      .enum(['0', '1'], words.flag)
      .default('0')
      .transform((flag) => flag === '1'),
    ANON_KEY: z
      .string()
      .regex(/^[\w.-]{8,1000}$/, words.key)
      .default(demoKey),
    SMTP_URL: accountAddress(/^smtps?$/, 'smtps://user:password@mail.example').optional(),
    MAIL_FROM: z.email(words.email).optional(),
    BUSINESS_EMAIL: z
      .string()
      .transform((typed) => normalizeField('email', typed))
      .pipe(z.email(words.email))
      .default(business.email),
    DESK_EMAILS: z
      .string()
      .transform((text) => text.split(',').map((address) => address.trim()))
      .pipe(z.array(z.email(words.emails)))
      .optional(),
    CALDAV_URL: address(/^https?$/, 'https://calendar.example/business/').optional(),
    CALDAV_USERNAME: z.string().optional(),
    CALDAV_PASSWORD: z.string().optional(),
    GOOGLE_CALENDAR_ID: z.string().optional(),
    GOOGLE_APPLICATION_CREDENTIALS: z.string().optional(),
    CALENDAR_READ_SECONDS: wholeNumber(words.readSeconds, 1, 3600).default(60),
    TRUST_PROXY: z.string().refine(isProxyList, words.proxies).optional(),
    RETENTION_DAYS: wholeNumber(words.days, 1).optional(),
    RATE_LIMIT_PER_MINUTE: limit.default(30),
    BOOKINGS_PER_NETWORK: limit.default(10),
  })
  .superRefine((settings, context) => {
    const errors = { ...calendarErrors(settings), ...mailErrors(settings) }
    for (const [key, message] of Object.entries(errors)) {
      context.addIssue({ code: 'custom', path: [key], message })
    }
  })

export const settingNames = Object.keys(environment.shape)

function toConfig(settings: z.infer<typeof environment>) {
  const hasLimits = settings.RATE_LIMIT_PER_MINUTE > 0
  return {
    port: settings.PORT,
    host: settings.HOST,
    /** Without a trailing slash. Defaults to the address the server listens on. */
    publicUrl: settings.PUBLIC_URL,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    databaseConnections: settings.DATABASE_CONNECTIONS,
    anonKey: settings.ANON_KEY,
    /** A copy of the real data that can do no harm: nothing it does reaches anyone. */
    isStaging: settings.STAGING,
    smtpUrl: settings.STAGING ? undefined : settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM ?? business.email,
    businessEmail: settings.BUSINESS_EMAIL,
    deskEmails: settings.DESK_EMAILS ?? [settings.BUSINESS_EMAIL],
    calendar: calendarSettings(settings),
    trustProxy: settings.TRUST_PROXY,
    retentionDays: settings.RETENTION_DAYS,
    // 0 means no limit, here and in the next two.
    rateLimitPerMinute: settings.RATE_LIMIT_PER_MINUTE,
    alertsToBookings: hasLimits,
    bookingsPerNetwork: hasLimits ? settings.BOOKINGS_PER_NETWORK : 0,
  }
}

export type Config = ReturnType<typeof toConfig>

type Variables = Record<string, string | undefined>

/** An empty variable counts as unset. */
const filled = (variables: Variables) =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))

export function readConfig(variables: Variables): Config {
  const parsed = environment.safeParse(filled(variables))
  if (parsed.success) return toConfig(parsed.data)
  const errors = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
  throw new ConfigError(words.all(errors.join('\n')))
}

function readText(file: string): string {
  try {
    // Drops a byte order mark, which would hide the first variable.
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (cause) {
    throw new ConfigError(words.envFile(file), { cause })
  }
}

function readEnvFile(file: string): Variables {
  if (!existsSync(file)) return {}
  const text = readText(file)
  const cut = cutVariables(text).filter((name) => settingNames.includes(name))
  const errors = cut.map((name) => `  ${name}: ${words.cutOff(file)}`)
  if (errors.length > 0) throw new ConfigError(words.all(errors.join('\n')))
  return parseEnv(text)
}

/** Reads the environment, then `.env`. @throws {ConfigError} for invalid settings, or invalid facts of the shop */
export function processConfig(site: ShopFacts = { business, opening, kinds }): Config {
  const fileVariables = readEnvFile('.env')
  const errors = findShopErrors(site).map((error) => `  ${formatShopError(error)}`)
  if (errors.length > 0) throw new ConfigError(shopErrorWords.all(errors.join('\n')))
  return readConfig({ ...fileVariables, ...filled(process.env) })
}
