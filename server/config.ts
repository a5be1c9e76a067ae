import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { business } from '#shop/business.ts'
import { opening } from '#shop/opening-hours.ts'
import { normalizeField } from '../booking/validation.ts'
import { shopErrorWords, settingErrors as words } from '../copy/terminal.ts'
import { ConfigError } from './lib/errors.ts'
import { type ShopFacts, shopErrors } from './shop-facts.ts'

/** Which calendar the owner has, and what it takes to use it. */
export type CalendarSettings = { readEverySeconds: number } & (
  | { kind: 'feed' }
  | { kind: 'caldav'; url: string; username: string; password: string }
  | { kind: 'google'; calendarId: string; keyFile: string }
)

/** What makes one calendar usable, all of it or none. */
const accounts = [
  ['CALDAV_URL', 'CALDAV_USERNAME', 'CALDAV_PASSWORD'],
  ['GOOGLE_CALENDAR_ID', 'GOOGLE_APPLICATION_CREDENTIALS'],
] as const

type AccountVariable = (typeof accounts)[number][number]

type CalendarVariables = { [Name in AccountVariable]?: string | undefined } & {
  CALENDAR_READ_SECONDS: number
}

/** What is wrong with the settings of the calendar taken together, by the variable that is at fault. */
export function calendarFaults(variables: CalendarVariables): Partial<Record<AccountVariable, string>> {
  const faults: Partial<Record<AccountVariable, string>> = {}
  if (variables.CALDAV_URL && variables.GOOGLE_CALENDAR_ID) {
    faults.GOOGLE_CALENDAR_ID = words.twoCalendars
  }
  const collection = URL.parse(variables.CALDAV_URL ?? '')
  if (collection?.username || collection?.password) faults.CALDAV_URL = words.accountInAddress
  if (variables.GOOGLE_CALENDAR_ID === 'primary') faults.GOOGLE_CALENDAR_ID = words.primaryCalendar
  for (const account of accounts) {
    const given = account.filter((name) => variables[name])
    const missing = given.length > 0 ? account.filter((name) => !variables[name]) : []
    for (const name of missing) faults[name] = words.neededWith(given)
  }
  return faults
}

/** @param variables - without faults */
export function calendarSettings(variables: CalendarVariables): CalendarSettings {
  const { CALENDAR_READ_SECONDS: readEverySeconds } = variables
  const { CALDAV_URL: url, CALDAV_USERNAME: username = '', CALDAV_PASSWORD: password = '' } = variables
  const { GOOGLE_CALENDAR_ID: calendarId, GOOGLE_APPLICATION_CREDENTIALS: keyFile = '' } = variables
  if (url) return { kind: 'caldav', readEverySeconds, url, username, password }
  if (calendarId) return { kind: 'google', readEverySeconds, calendarId, keyFile }
  return { kind: 'feed', readEverySeconds }
}

/** A line with a value up to its first #, which no space divides from what is before. */
const lineWithHash = /^\s*(?:export\s+)?([\w.-]+)\s*=([^#\n]*)(?<!\s)#/gm

/**
 * The variables of a file like `.env` whose values end before a # that was meant: a comment begins with it there, unless
 * the value is quoted, and half a password is as good as none.
 */
export function cutVariables(text: string): string[] {
  const variables = parseEnv(text)
  return [...text.matchAll(lineWithHash)].flatMap(([, name = '', before = '']) =>
    // Otherwise the # is within quotes, or another line has the last word.
    variables[name] === before.trim() ? name : [],
  )
}

const names = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isProxy(text: string): boolean {
  if (names.has(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  if (bits === undefined) return true
  return /^\d+$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128)
}

/** Whether a text lists proxies as Fastify's `trustProxy` takes them: names, addresses, ranges; not "true", no hops. */
export function isProxyList(text: string): boolean {
  return text.split(',').every((one) => isProxy(one.trim()))
}

/** The public key of the demonstration. It opens nothing but the booking of an appointment. */
export const demoKey = 'public-demo-key'

function wholeNumber(rule: string, least: number, most = Number.MAX_SAFE_INTEGER) {
  return z.coerce.number(rule).int(rule).min(least, rule).max(most, rule)
}

const port = wholeNumber(words.port, 0, 65_535)

const limit = wholeNumber(words.limit, 0)

function address(protocols: RegExp, example: string) {
  return z.url({ protocol: protocols, error: words.url(example) })
}

/** Every link begins with it: a path or query would break them, a password would be told to every visitor. */
function isSiteAddress(text: string): boolean {
  const url = URL.parse(text.replace(/\/+$/, ''))
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
}

/** Where a character of the account ends it too early, its beginning is taken for the host, or its end for a path. */
const isAccountMisplaced = ({ hostname, pathname, search, hash }: URL) =>
  hostname.includes('%40') || (hostname !== '' && `${pathname}${search}${hash}`.includes('@'))

/** What is wrong with the settings of mail taken together, by the variable that is at fault. */
function mailFaults(variables: { SMTP_URL?: string | undefined; MAIL_FROM?: string | undefined }) {
  const { SMTP_URL, MAIL_FROM } = variables
  if (MAIL_FROM && !SMTP_URL) return { SMTP_URL: words.noMailServer }
  // Of what is no address at all, that is said already.
  const server = URL.parse(SMTP_URL ?? '')
  if (server && isAccountMisplaced(server)) return { SMTP_URL: words.misplacedAccount }
  return (server?.username === '') === (server?.password === '') ? {} : { SMTP_URL: words.halfAccount }
}

const environment = z
  .object({
    /** Where the server listens; 0 takes any free port. */
    PORT: port.default(3000),
    /** The network interface it listens on; 0.0.0.0 for all. */
    HOST: z.string().default('127.0.0.1'),
    /** The address clients know the page by: links, sitemap, Open Graph. Default: http://localhost:PORT */
    PUBLIC_URL: z
      .string()
      .refine(isSiteAddress, words.origin)
      .transform((url) => new URL(url).origin)
      .optional(),
    /** The folder of the database, the mails and the generated secrets. */
    DATA_DIR: z.string().default('./data'),
    /** A database server, for what one machine cannot carry. Default: a file in DATA_DIR */
    DATABASE_URL: address(/^postgres(ql)?$/, 'postgres://user:password@host/name').optional(),
    /** How many connections one server process opens to it at most. */
    DATABASE_CONNECTIONS: wholeNumber(words.connections, 1, 1000).default(10),
    /** The public client key that the page sends with each call. */
    ANON_KEY: z
      .string()
      .regex(/^[\w.-]{8,1000}$/, words.key)
      .default(demoKey),
    /** The mail server. Default: each message is a file in DATA_DIR/mail */
    SMTP_URL: address(/^smtps?$/, 'smtps://user:password@mail.example').optional(),
    /** The sender of all mails. Default: the business's own address */
    MAIL_FROM: z.email(words.email).optional(),
    /** Where the business gets its notifications. */
    BUSINESS_EMAIL: z
      .string()
      .transform((typed) => normalizeField('email', typed))
      .pipe(z.email(words.email))
      .default(business.email),
    /** Who gets links to the desk, separated by commas. Default: BUSINESS_EMAIL */
    DESK_EMAILS: z
      .string()
      .transform((text) => text.split(',').map((address) => address.trim()))
      .pipe(z.array(z.email(words.emails)))
      .optional(),
    /** A calendar collection on a CalDAV server. Default: the calendar is kept here and published as a feed */
    CALDAV_URL: address(/^https?$/, 'https://calendar.example/business/').optional(),
    /** The account at the CalDAV server. */
    CALDAV_USERNAME: z.string().optional(),
    /** Its password. */
    CALDAV_PASSWORD: z.string().optional(),
    /** A Google calendar that is shared with the service account. */
    GOOGLE_CALENDAR_ID: z.string().optional(),
    /** The file with the service account's key. */
    GOOGLE_APPLICATION_CREDENTIALS: z.string().optional(),
    /** How often a calendar at CALDAV_URL or Google is read for what the owner has changed there, in seconds. */
    CALENDAR_READ_SECONDS: wholeNumber(words.readSeconds, 1, 3600).default(60),
    /** Proxies in front of this server, whose word for a client's address is taken, e.g. loopback or 10.0.0.0/8. */
    TRUST_PROXY: z.string().refine(isProxyList, words.proxies).optional(),
    /** How many days after an appointment its client is forgotten. Default: never */
    RETENTION_DAYS: wholeNumber(words.days, 1).optional(),
    /** POSTs per client address and minute; 0 for no limit, nor one of those below. */
    RATE_LIMIT_PER_MINUTE: limit.default(30),
    /** Attempts to book per client address in ten minutes, before a booking needs a proof of work; 0 for no limit. */
    BURST_PER_ADDRESS: limit.default(20),
    /** The same for all addresses together. */
    BURST_PER_SITE: limit.default(60),
    /** Upcoming appointments that one mailbox, or one phone number, may hold from the page; 0 for no limit. */
    BOOKINGS_PER_MAILBOX: limit.default(3),
    /** Appointments that one network may book within 24 hours; 0 for no limit. */
    BOOKINGS_PER_NETWORK: limit.default(10),
  })
  .superRefine((settings, context) => {
    const faults = { ...calendarFaults(settings), ...mailFaults(settings) }
    for (const [key, message] of Object.entries(faults)) {
      context.addIssue({ code: 'custom', path: [key], message })
    }
  })

/** Every variable that is looked at. */
export const settingNames = Object.keys(environment.shape)

type Environment = z.infer<typeof environment>

function toConfig(settings: Environment) {
  const hasLimits = settings.RATE_LIMIT_PER_MINUTE > 0
  return {
    port: settings.PORT,
    host: settings.HOST,
    /** Without a slash at the end; undefined: the address it listens on. */
    publicUrl: settings.PUBLIC_URL,
    dataDir: resolve(settings.DATA_DIR),
    /** undefined: SQLite in the data folder */
    databaseUrl: settings.DATABASE_URL,
    databaseConnections: settings.DATABASE_CONNECTIONS,
    anonKey: settings.ANON_KEY,
    /** undefined: mails are written to a folder */
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM ?? business.email,
    businessEmail: settings.BUSINESS_EMAIL,
    /** One at least. */
    deskEmails: settings.DESK_EMAILS ?? [settings.BUSINESS_EMAIL],
    calendar: calendarSettings(settings),
    /** undefined: nobody stands in front, and a client's address is the connection's */
    trustProxy: settings.TRUST_PROXY,
    /** undefined: clients are never forgotten by themselves */
    retentionDays: settings.RETENTION_DAYS,
    // 0 means no limit, here and below.
    rateLimitPerMinute: settings.RATE_LIMIT_PER_MINUTE,
    burst: {
      perAddress: hasLimits ? settings.BURST_PER_ADDRESS : 0,
      perSite: hasLimits ? settings.BURST_PER_SITE : 0,
    },
    bookingLimits: {
      upcomingPerClient: hasLimits ? settings.BOOKINGS_PER_MAILBOX : 0,
      perNetwork: hasLimits ? settings.BOOKINGS_PER_NETWORK : 0,
    },
  }
}

/** The settings of one server, checked. */
export type Config = ReturnType<typeof toConfig>

type Variables = Record<string, string | undefined>

/** An empty variable counts as not set. */
const filled = (variables: Variables) =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))

/**
 * The settings from environment variables.
 * @throws {ConfigFault} with one line for each variable that cannot be used
 */
export function readConfig(variables: Variables): Config {
  const parsed = environment.safeParse(filled(variables))
  if (parsed.success) return toConfig(parsed.data)
  const faults = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
  throw new ConfigError(words.all(faults.join('\n')))
}

/** @throws {ConfigFault} where it is no text: in another encoding none of its variables would be found */
function readText(file: string): string {
  try {
    // Takes off the mark with which some editors begin a file, and which would hide its first variable.
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (cause) {
    throw new ConfigError(words.envFile(file), { cause })
  }
}

/**
 * The variables of a file like `.env`, if there is one.
 * @throws {ConfigFault} where it cannot be read, or has values that would be cut off
 */
function readEnvFile(file: string): Variables {
  if (!existsSync(file)) return {}
  const text = readText(file)
  const cut = cutVariables(text).filter((name) => settingNames.includes(name))
  const faults = cut.map((name) => `  ${name}: ${words.cutOff(file)}`)
  if (faults.length > 0) throw new ConfigError(words.all(faults.join('\n')))
  return parseEnv(text)
}

/**
 * The settings of this process: its environment, and below it the file `.env` where it was started.
 * @throws {ConfigFault} for them, and for a shop in demo/ that cannot be opened
 */
export function processConfig(site: ShopFacts = { business, opening }): Config {
  const fileVariables = readEnvFile('.env')
  const faults = shopErrors(site).map((fault) => `  ${fault}`)
  if (faults.length > 0) throw new ConfigError(shopErrorWords.all(faults.join('\n')))
  return readConfig({ ...fileVariables, ...filled(process.env) })
}
