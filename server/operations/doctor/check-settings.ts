import { doctor as copy } from '../../../site/copy/doctor.ts'
import type { Config } from '../../config/config.ts'
import { demoKey } from '../../config/config.ts'
import { type Finding, failure, thoseThatHold, warning } from './finding.ts'

const example = /\.(example|test|invalid|localhost)$|@example\.(com|org|net)$/i

/** What the settings say that does not fit together. */
export function checkSettings({ smtpUrl, publicUrl, ...config }: Config): Finding[] {
  const isOpen = publicUrl?.startsWith('http://') && !/\/\/(localhost|127\.|\[::1\])/.test(publicUrl)
  const words = copy.settings
  const { businessEmail, mailFrom } = config
  const findings = [
    smtpUrl !== undefined && example.test(businessEmail) && failure(words.businessEmail(businessEmail)),
    smtpUrl !== undefined && example.test(mailFrom) && failure(words.mailFrom(mailFrom)),
    smtpUrl !== undefined && publicUrl === undefined && warning(words.localLinks),
    isOpen && warning(words.notEncrypted),
    publicUrl !== undefined && config.anonKey === demoKey && warning(words.demoKey),
  ]
  return thoseThatHold(findings, words.fine)
}
