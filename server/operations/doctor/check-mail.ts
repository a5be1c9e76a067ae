import type { Shop } from '../../../booking/opening-hours.ts'
import { shownTime } from '../../../booking/time.ts'
import { doctor as copy } from '../../../copy/doctor.ts'
import { eventUid } from '../../appointments/identity.ts'
import { faultOf } from '../../base/fault.ts'
import { distOfRepository, readBuiltPage } from '../../built-page.ts'
import type { Config } from '../../config/config.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { type Finding, failure, fine, warning } from './finding.ts'

async function sendTest(mailer: Mailer, to: string, shop: Shop, nowEpochMs: number): Promise<Finding> {
  const when = shownTime(nowEpochMs, shop)
  const { letters } = await readBuiltPage(distOfRepository).views()
  await mailer.send(
    { ...letters.test(when), messageId: eventUid(`doctor-${nowEpochMs}`), to },
    AbortSignal.timeout(20_000),
  )
  return warning(copy.mail.sent(to))
}

/** Logs in at the mail server; with `send` a test mail goes to the business. */
export async function checkMail(
  config: Config,
  mailer: Mailer,
  send: boolean,
  shop: Shop,
  nowEpochMs: number,
): Promise<Finding[]> {
  try {
    await mailer.check()
    const { where } = mailer
    const findings = [config.smtpUrl ? fine(copy.mail.fine(where)) : warning(copy.mail.noServer(where))]
    if (send) findings.push(await sendTest(mailer, config.businessEmail, shop, nowEpochMs))
    return findings
  } catch (error) {
    return [failure(copy.mail.failed(faultOf(error)))]
  }
}
