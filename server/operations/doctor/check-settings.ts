import { doctor as copy } from '../../../copy/doctor.ts'
import { type Config, demoKey } from '../../config/config.ts'
import { type Finding, failure, thoseThatHold, warning } from './finding.ts'

const example = /\.(example|test|invalid|localhost)$|@example\.(com|org|net)$/i

/** What is written there travels for everybody on the way to read. */
const isInTheOpen = (url: string) => url.startsWith('http://') && !/\/\/(localhost|127\.|\[::1\])/.test(url)

/** What the settings say that does not fit together. */
export function checkSettings({ smtpUrl, publicUrl, ...config }: Config): Finding[] {
  const words = copy.settings
  const { businessEmail, mailFrom, calendar } = config
  // The server speaks no TLS by itself.
  const isBehindProxy = publicUrl?.startsWith('https:')
  const findings = [
    smtpUrl !== undefined && example.test(businessEmail) && failure(words.businessEmail(businessEmail)),
    smtpUrl !== undefined && example.test(mailFrom) && failure(words.mailFrom(mailFrom)),
    smtpUrl !== undefined && publicUrl === undefined && warning(words.localLinks),
    publicUrl !== undefined && isInTheOpen(publicUrl) && warning(words.notEncrypted),
    isBehindProxy && config.trustProxy === undefined && warning(words.oneVisitor),
    calendar.kind === 'caldav' && isInTheOpen(calendar.url) && warning(words.openCalendar),
    publicUrl !== undefined && config.anonKey === demoKey && warning(words.demoKey),
  ]
  return thoseThatHold(findings, words.fine)
}
