import { randomUUID } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { doctor as copy } from '#copy/doctor.ts'
import { eventUid, shopDomain } from '../../../booking/calendar-event.ts'
import type { Shop } from '../../../booking/opening-hours.ts'
import { formatMoment, msPerMinute } from '../../../booking/time.ts'
import { distOfRepository, readBuiltPage } from '../../built-page.ts'
import type { BusinessCalendar } from '../../calendar/calendar.ts'
import type { Config } from '../../config.ts'
import type { JobViews } from '../../db/job-views.ts'
import { alertAfterAttempts, type buildCalendarReport } from '../../jobs/alerts.ts'
import { getErrorCode, getErrorKind } from '../../lib/errors.ts'
import { EnvelopeRejected, type Mailer, toOneLine } from '../../mail/mailer.ts'
import { compactFindings, type Finding, failure, fine, warning } from './machine.ts'

const calendarTimeoutMs = 15_000

export async function checkCalendar(calendar: BusinessCalendar, nowEpochMs: number): Promise<Finding[]> {
  const uid = eventUid(`doctor-${randomUUID()}`, shopDomain)
  const signal = AbortSignal.timeout(calendarTimeoutMs)
  try {
    const times = { startEpochMs: nowEpochMs, endEpochMs: nowEpochMs + 5 * msPerMinute }
    const text = { ...copy.calendar.test, location: '' }
    const event = { ...text, ...times, uid, sequence: 0, status: 'confirmed' } as const
    await calendar.put(event, signal)
    await calendar.remove(event, signal)
    return [fine(copy.calendar.fine)]
  } catch (error) {
    return [failure(copy.calendar.failed(getErrorKind(error)))]
  }
}

export function checkPolls(
  { polledAtMs, isOld, unreadable, onHold }: ReturnType<typeof buildCalendarReport>,
  shop: Shop,
): Finding[] {
  const words = copy.readings
  const since = polledAtMs === null ? words.never : words.last(formatMoment(polledAtMs, shop))
  const findings = [
    isOld && warning(words.old(since)),
    unreadable > 0 && warning(words.unreadable(unreadable)),
    onHold.length > 0 && warning(words.held(onHold.length)),
  ]
  return compactFindings(findings, words.fine)
}

async function sendTest(mailer: Mailer, to: string, shop: Shop, nowEpochMs: number): Promise<Finding> {
  const when = formatMoment(nowEpochMs, shop)
  const { emails } = await readBuiltPage(distOfRepository).views()
  await mailer.send(
    { ...emails.test(when), messageId: eventUid(`doctor-${nowEpochMs}`, shopDomain), to },
    AbortSignal.timeout(20_000),
  )
  return warning(copy.mail.sent(to))
}

function mailFailure(error: unknown, { mailFrom, businessEmail }: Config): Finding {
  if (error instanceof EnvelopeRejected) {
    const { about, response, responseCode } = error
    if (responseCode < 500) return warning(copy.mail.later(response))
    return failure(copy.mail.rejected[about](response, mailFrom, businessEmail))
  }
  if (getErrorCode(error) !== 'EAUTH') return failure(copy.mail.failed(getErrorKind(error)))
  const response = error instanceof Error && 'response' in error ? String(error.response) : ''
  return failure(copy.mail.noSignIn(toOneLine(response || getErrorKind(error))))
}

export async function checkMail(
  config: Config,
  mailer: Mailer,
  send: boolean,
  shop: Shop,
  nowEpochMs: number,
): Promise<Finding[]> {
  const { smtpUrl, businessEmail, isStaging } = config
  const { where } = mailer
  try {
    await mailer.check()
    const unsent = isStaging ? fine(copy.mail.staging(where)) : warning(copy.mail.noServer(where))
    const found = smtpUrl ? fine(copy.mail.fine(where, businessEmail)) : unsent
    return send ? [found, await sendTest(mailer, businessEmail, shop, nowEpochMs)] : [found]
  } catch (error) {
    return [mailFailure(error, config)]
  }
}

const words = copy.mailDomain
const lookupTimeoutMs = 2000

/** Names that large providers give their keys. DKIM has no way to list them. */
const commonSelectors = 'default google selector1 selector2 s1 k1 fm1 mail dkim zmail'.split(' ')

export type TextResolver = Pick<Resolver, 'resolveTxt'>

async function textsOf(resolver: TextResolver, name: string): Promise<string[] | null> {
  try {
    const records = await resolver.resolveTxt(name)
    return records.map((parts) => parts.join(''))
  } catch (error) {
    const code = getErrorCode(error)
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null
  }
}

function judged(kind: string, texts: string[] | null, pattern: RegExp, todo: string): Finding {
  if (!texts) return warning({ what: words.noAnswer(kind), todo: words.noAnswerTodo })
  const found = texts.some((text) => pattern.test(text))
  return found ? fine(words.found(kind)) : warning({ what: words.missing(kind), todo })
}

async function dkim(resolver: TextResolver, domain: string): Promise<Finding> {
  const names = commonSelectors.map((selector) => `${selector}._domainkey.${domain}`)
  const answers = await Promise.all(names.map((name) => textsOf(resolver, name)))
  if (answers.some((texts) => texts && texts.length > 0)) return fine(words.dkimFound)
  const hasNoAnswer = answers.every((texts) => texts === null)
  return warning({ what: hasNoAnswer ? words.noAnswer(words.dkim) : words.dkimMissing, todo: words.dkimTodo })
}

export async function checkMailDomain(
  { mailFrom, smtpUrl }: Config,
  resolver: TextResolver = new Resolver({ timeout: lookupTimeoutMs, tries: 1 }),
): Promise<Finding[]> {
  if (!smtpUrl) return []
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1)
  const [spf, dmarc, key] = await Promise.all([
    textsOf(resolver, domain),
    textsOf(resolver, `_dmarc.${domain}`),
    dkim(resolver, domain),
  ])
  return [
    judged(words.spf(domain), spf, /^v=spf1\b/i, words.spfTodo),
    key,
    judged(words.dmarc(domain), dmarc, /^v=DMARC1\b/i, words.dmarcTodo(domain)),
  ]
}

const lateMs = 10 * 60_000

export async function checkJobs(jobs: JobViews, nowEpochMs: number): Promise<Finding[]> {
  const all = await jobs.unfinished(nowEpochMs)
  const givenUp = all.filter((row) => row.hasFailed)
  const pending = all.filter((row) => !row.hasFailed)
  const stuck = pending.filter((row) => row.attempts >= alertAfterAttempts)
  const late = pending.filter((row) => row.nextAttemptAtMs < nowEpochMs - lateMs)
  const failing = pending.filter((row) => row.attempts > 0)
  const findings = compactFindings(
    [
      givenUp.length > 0 && failure(copy.jobs.givenUp(givenUp.length)),
      stuck.length > 0 && failure(copy.jobs.stuck(stuck.length)),
      late.length > 0 && failure(copy.jobs.late(late.length)),
      failing.length > 0 && warning(copy.jobs.failing(failing.length)),
    ],
    copy.jobs.fine,
  )
  return findings.slice(0, 1)
}
