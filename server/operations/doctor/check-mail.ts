import type { Shop } from '../../../booking/shop.ts'
import { shownTime } from '../../../booking/shown-time.ts'
import { eventUid } from '../../appointments/identity.ts'
import { faultOf } from '../../base/fault.ts'
import { distOfRepository, readBuiltPage } from '../../built-page.ts'
import type { Config } from '../../config/config.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { type Finding, fine, look, lost } from './finding.ts'

const failed = (error: unknown) =>
  lost(
    `Mail does not go out (${faultOf(error)}): bookings are stored, but neither you nor the client hears of them.`,
    'Look at SMTP_URL (docs/mail.md). What waits is sent by itself once it works.',
  )

async function sendTest(mailer: Mailer, to: string, shop: Shop, nowEpochMs: number): Promise<Finding> {
  const when = shownTime(nowEpochMs, shop)
  const { letters } = await readBuiltPage(distOfRepository).views()
  await mailer.send(
    { ...letters.test(when), messageId: eventUid(`doctor-${nowEpochMs}`), to },
    AbortSignal.timeout(20_000),
  )
  return look(`A test mail was handed over for ${to}.`, 'See whether it arrives, and not among the spam.')
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
    const findings = [
      config.smtpUrl
        ? fine(`The mail server ${mailer.where} lets us in.`)
        : look(
            `There is no mail server: mails are files in ${mailer.where}, and nobody gets them.`,
            'Set SMTP_URL before you publish the page (docs/mail.md).',
          ),
    ]
    if (send) findings.push(await sendTest(mailer, config.businessEmail, shop, nowEpochMs))
    return findings
  } catch (error) {
    return [failed(error)]
  }
}
