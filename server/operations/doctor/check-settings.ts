import type { Config } from '../../config/config.ts'
import { demoKey } from '../../config/config.ts'
import { type Finding, fine, look, lost } from './finding.ts'

const example = /\.(example|test|invalid|localhost)$|@example\.(com|org|net)$/i

/** What the settings say that does not fit together. */
export function checkSettings(config: Config): Finding[] {
  const findings: Finding[] = []
  if (config.smtpUrl && example.test(config.businessEmail)) {
    findings.push(
      lost(
        `Your notifications go to ${config.businessEmail}, an address that nobody has.`,
        'Set BUSINESS_EMAIL to the address where you read mail.',
      ),
    )
  }
  if (config.smtpUrl && example.test(config.mailFrom)) {
    findings.push(
      lost(
        `Mails are sent from ${config.mailFrom}, an address that no mail server lets through.`,
        'Set MAIL_FROM to an address of your own domain.',
      ),
    )
  }
  if (config.smtpUrl && !config.publicUrl) {
    findings.push(
      look(
        'Mails to clients link to http://localhost, which works on this machine only.',
        'Set PUBLIC_URL to the address under which clients reach the page.',
      ),
    )
  }
  if (config.publicUrl?.startsWith('http://') && !/\/\/(localhost|127\.|\[::1\])/.test(config.publicUrl)) {
    findings.push(
      look('Clients reach the page without encryption.', 'Serve it over HTTPS and say so in PUBLIC_URL.'),
    )
  }
  if (config.publicUrl && config.anonKey === demoKey) {
    findings.push(
      look(
        'The public key is the demonstration’s.',
        'Set ANON_KEY; it is no secret, but it should be yours.',
      ),
    )
  }
  return findings.length > 0 ? findings : [fine('The settings fit together.')]
}
