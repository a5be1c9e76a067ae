import { type Logger, pino } from 'pino'
import { kindErrorWords } from '#copy/errors.ts'
import { socialProof } from '#shop/social-proof.ts'
import type { SocialProofMode } from '#shop/types.ts'
import { type Shop, shop as shopOfSite } from '../booking/opening-hours.ts'
import { createAvailability } from './appointments/availability.ts'
import { createBlockedTimes } from './appointments/blocked-times.ts'
import { deleteClientData, purgeFiles, startRetention } from './appointments/client-data.ts'
import { createOpeningHours } from './appointments/opening-hours.ts'
import { createAppointments, createManageLinks } from './appointments/service.ts'
import { createAccessTokens } from './auth/access-tokens.ts'
import { createSessions, idleMaxMs } from './auth/sessions.ts'
import { createSignInLinks, sendSignInLink } from './auth/sign-in-links.ts'
import { distOfRepository, readBuiltPage } from './built-page.ts'
import { buildAgendaIcs, buildFeed, feedPastMs, getFeedSecret } from './calendar/feed.ts'
import { createApply } from './calendar/sync/apply.ts'
import { createPoller, forgetFormerCalendars } from './calendar/sync/poller.ts'
import { buildClientIcs } from './calendar/write-ics.ts'
import type { Config } from './config.ts'
import { openStores } from './db/stores.ts'
import { createHttp } from './http/app.ts'
import { markAsStaging } from './http/staging.ts'
import { queueCalendarNotice } from './jobs/alerts.ts'
import { createHandlers, jobPolicy } from './jobs/handlers.ts'
import { createWorker } from './jobs/worker.ts'
import { ConfigError } from './lib/errors.ts'
import { createSecretFiles, makeFolder, newToken } from './lib/files-and-secrets.ts'
import { createSavedEmails, removeSavedEmails } from './mail/eml-folder.ts'
import { openCalendar, openDatabase, openMailer } from './open.ts'
import { createDevices } from './push/devices.ts'
import { createPushService, type PushNetwork } from './push/push-service.ts'

export interface ServerOptions {
  config: Config
  shop?: Shop
  socialProofMode?: SocialProofMode
  /** Epoch milliseconds. Must advance like a clock, because it decides when jobs are due. */
  now?: () => number
  distDir?: string | undefined
  /** How to reach push services. Not a setting: only a test reaches one in the server's own network. */
  pushNetwork?: PushNetwork
  log?: Logger
}

export type RunningServer = Awaited<ReturnType<typeof startServer>>

/** @throws {PageMissing}, {StorageUnavailable}, or {ConfigError} if the shop's folder lost a kind that is booked */
export async function startServer(options: ServerOptions) {
  const { config, shop: initialShop = shopOfSite, now = Date.now, distDir = distOfRepository } = options
  const log = options.log ?? pino({ level: 'silent' })
  let publicUrl = config.publicUrl ?? ''
  const built = readBuiltPage(distDir)
  const page = config.isStaging ? markAsStaging(built) : built

  makeFolder(config.dataDir)
  const storage = await openStores(
    await openDatabase(config, { seats: initialShop.opening.capacity, upgrades: true }),
  )
  const missingKinds = await storage.missingKinds()
  if (missingKinds.length > 0) {
    await storage.close()
    throw new ConfigError(kindErrorWords.missing(missingKinds.join(', ')))
  }
  const { uidDomain } = storage
  const { timeZone } = initialShop
  const openingHours = createOpeningHours(storage.hours, initialShop, now)
  await openingHours.current()
  const files = createSecretFiles(config.dataDir)
  const secret = await getFeedSecret(files)
  const mailer = openMailer(config)
  const feedPath = `/calendar/${secret}.ics`
  const { calendar, remote } = await openCalendar(config.calendar, {
    storage,
    shop: initialShop,
    now,
    feedPath,
  })
  const { clients, jobs, jobViews, polls } = storage
  const removeKept = () => removeSavedEmails(config.dataDir, clients)
  const manageLinks = createManageLinks(storage.manageTokens, () => publicUrl, now)
  const secrets = config.databaseUrl === undefined ? files : storage.secrets
  const addresses = config.deskEmails
  const devices = config.isStaging
    ? null
    : createDevices({
        store: storage.push,
        service: createPushService({
          secrets,
          contact: `mailto:${config.businessEmail}`,
          network: options.pushNetwork,
        }),
        addresses,
        usedSinceMs: () => now() - idleMaxMs,
        now,
        log,
      })
  const handlers = createHandlers({
    ...storage,
    devices,
    calendar,
    remoteId: remote?.id ?? null,
    tellings: storage.tellings,
    similarBookings: config.alertsToBookings ? storage.similarBookings : null,
    mailer,
    mailFrom: config.mailFrom,
    businessEmail: config.businessEmail,
    manageLinks,
    publicUrl: () => publicUrl,
    views: page.views,
    openingHours,
    now,
  })
  const policy = jobPolicy({ mailer, jobViews, timeZone, now })
  const worker = createWorker({ store: jobs, handlers, policy, now, log })
  const wakeWorker = worker.wakeAt
  const appointments = createAppointments({
    ...storage,
    wakeWorker,
    ...(devices && { hasDevices: devices.hasAny }),
    timeZone,
    organizer: config.mailFrom,
    networkMax: config.bookingsPerNetwork,
    now,
  })
  const blockedTimes = createBlockedTimes({ ...storage, wakeWorker, timeZone, now })
  const syncWith = {
    ...storage,
    service: appointments,
    blocking: blockedTimes,
    openingHours,
    wakeWorker,
    pollEveryMs: config.calendar.readEverySeconds * 1000,
    timeZone,
    now,
    log,
  }
  const calendarSync = remote
    ? createPoller({
        ...syncWith,
        remote,
        apply: createApply({ ...syncWith, calendar: remote.id }),
        queueNotice: (nowEpochMs) => queueCalendarNotice(polls, remote.id, nowEpochMs),
      })
    : forgetFormerCalendars(syncWith)
  const accessTokens = createAccessTokens(secrets, () => `${publicUrl}/auth/v1`)
  const signInLinks = createSignInLinks({
    store: storage.sessions,
    addresses,
    send: async (to, link, stop) => sendSignInLink(mailer, await page.views(), to, link, stop),
    publicUrl: () => publicUrl,
    now,
  })
  const server = await createHttp({
    config,
    timeZone,
    openingHours,
    now,
    storage,
    remoteId: remote?.id ?? null,
    worker,
    appointments,
    availability: createAvailability({ ...storage, now }),
    blockedTimes,
    manageLinks,
    sessions: createSessions({ store: storage.sessions, tokens: accessTokens, addresses, now }),
    signInLinks,
    accessTokens,
    devices,
    feedSecret: secret,
    isSocialProofLive: (options.socialProofMode ?? socialProof.mode) === 'live',
    guardSecret: await secrets.keep('guard-key', async () => newToken()),
    writeFeed: async () => buildFeed(await storage.events.endingAfter(now() - feedPastMs), initialShop),
    writeClientFile: (appointment) => buildClientIcs(appointment, initialShop, uidDomain),
    writeAgenda: (booked, closed) => buildAgendaIcs(booked, closed, initialShop, uidDomain, now()),
    deleteClient: async (client) => {
      const notify = (id: string) => worker.runNow(id, 'client-invitation')
      const outcome = await deleteClientData(clients, removeKept, client, now(), notify)
      await purgeFiles(clients, log)
      return outcome
    },
    keptEmails: config.smtpUrl ? null : createSavedEmails(config.dataDir),
    page,
    publicUrl: () => publicUrl,
    log,
  })

  // Before the first booking, block the times that the owner entered while no server ran or after the restored backup.
  await calendarSync.start()
  const url = await server.listen({ port: config.port, host: config.host })
  publicUrl ||= `http://localhost:${url.split(':').at(-1)}`
  worker.start()
  const { retentionDays } = config
  const retention = startRetention({ clients, removeKeptEmails: removeKept, retentionDays, now, log })

  return {
    url,
    publicUrl,
    mailWhere: mailer.where,
    calendarWhere: new URL(calendar.where, publicUrl).href,
    /** null once someone has signed in to the desk. */
    firstDeskLink: (await storage.sessions.hasBegun()) ? null : await signInLinks.make(),
    async close() {
      await server.close()
      await calendarSync.stop()
      await retention.stop()
      await worker.stop()
      mailer.close()
      await storage.close()
    },
  }
}
