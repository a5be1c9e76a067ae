import { doctor as copy } from '#copy/doctor.ts'
import type { Opening } from '#shop/types.ts'
import { shop } from '../../booking/opening-hours.ts'
import { getFeedSecret } from '../calendar/feed.ts'
import type { Config } from '../config.ts'
import { buildCalendarReport } from '../jobs/alerts.ts'
import { getErrorKind } from '../lib/errors.ts'
import { createSecretFiles, makeFolder } from '../lib/files-and-secrets.ts'
import { mailFolder } from '../mail/eml-folder.ts'
import { openCalendar, openMailer } from '../open.ts'
import { explain, runCommand, withDatabase } from './command.ts'
import { checkShop } from './doctor/content.ts'
import {
  checkClock,
  checkDisk,
  checkNetworks,
  checkProgram,
  checkSettings,
  checkStorage,
  checkWallTimes,
  type Finding,
  failure,
  fine,
} from './doctor/machine.ts'
import { checkCalendar, checkJobs, checkMail, checkMailDomain, checkPolls } from './doctor/services.ts'
import { checkUpgrade } from './doctor/upgrade.ts'

/** Tries everything that bookings depend on, and says what to do. Exits with 1 if a booking could get lost. */

const { headings, signs, usage } = copy

let hasFailure = false

function report(heading: string, findings: readonly Finding[]): void {
  hasFailure ||= findings.some(({ level }) => level === 'failure')
  if (findings.length === 0) return
  console.log(`\n${heading}`)
  for (const { level, what, todo } of findings) {
    console.log(`  ${signs[level]}  ${what}`)
    if (todo) console.log(`        ${todo}`)
  }
}

async function findingsOf(
  check: () => Promise<Finding[]>,
  why: (error: unknown) => string,
): Promise<Finding[]> {
  try {
    return await check()
  } catch (error) {
    return [failure({ what: why(error), todo: copy.noStart })]
  }
}

const checkPeers = (config: Config, send: boolean): Promise<Opening | null> =>
  withDatabase(config, async (storage, engine) => {
    const now = Date.now
    const stored = await checkStorage(config, engine, storage, now())
    // The calendar records each event in the database, so the doctor can't test it without one.
    const isSound = stored.every(({ level }) => level === 'fine')
    if (isSound) report(headings.visitors, await checkNetworks(config, engine, now()))
    report(headings.database, [...stored, ...(isSound ? await checkWallTimes(engine, shop, now()) : [])])
    const checkRemote = async () => {
      const feedPath = `/calendar/${await getFeedSecret(createSecretFiles(config.dataDir))}.ics`
      const { calendar, remote } = await openCalendar(config.calendar, { storage, shop, now, feedPath })
      const isWritten = isSound && !(remote && config.isStaging)
      const findings = isWritten ? await checkCalendar(calendar, now()) : []
      if (!remote) return findings
      if (config.isStaging) findings.push(fine(copy.calendar.onlyRead))
      const polls = buildCalendarReport(await storage.polls.findings(remote.id, now()), now())
      return [...findings, ...checkPolls(polls, shop)]
    }
    report(headings.calendar, await findingsOf(checkRemote, (error) => String(explain(error))))
    const checkMailer = async () => {
      const mailer = openMailer(config)
      const findings = await checkMail(config, mailer, send, shop, now()).finally(mailer.close)
      return [...findings, ...(await checkMailDomain(config))]
    }
    const noFolder = (error: unknown) => copy.mail.noFolder(mailFolder(config.dataDir), getErrorKind(error))
    report(headings.mail, await findingsOf(checkMailer, noFolder))
    report(headings.jobs, await checkJobs(storage.jobViews, now()))
    return storage.hours.find()
  })

await runCommand({ usage, options: ['send', 'upgrade'] }, async ({ options }, config) => {
  if (options.has('upgrade')) {
    report(headings.upgrade, await checkUpgrade())
    if (hasFailure) process.exitCode = 1
    return
  }
  makeFolder(config.dataDir)
  report(headings.settings, checkSettings(config))
  report(headings.disk, [...checkDisk(config), ...checkProgram(config)])
  report(headings.clock, await checkClock(config, shop, Date.now()))
  let opening: Opening | null = null
  try {
    opening = await checkPeers(config, options.has('send'))
  } catch (error) {
    report(headings.database, [failure({ what: String(explain(error)), todo: copy.database.missing })])
  }
  report(headings.content, await checkShop(opening))
  console.log(`\n${hasFailure ? copy.someLost : copy.noneLost}`)
  if (hasFailure) process.exitCode = 1
})
