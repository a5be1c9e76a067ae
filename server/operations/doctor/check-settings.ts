import type { Config } from '../../config/config.ts'
import { demoKey } from '../../config/config.ts'
import { type Finding, look, lost, thoseThatHold } from './finding.ts'

const example = /\.(example|test|invalid|localhost)$|@example\.(com|org|net)$/i

/** What the settings say that does not fit together. */
export function checkSettings({ smtpUrl, publicUrl, ...config }: Config): Finding[] {
  const isOpen = publicUrl?.startsWith('http://') && !/\/\/(localhost|127\.|\[::1\])/.test(publicUrl)
  const findings = [
    smtpUrl !== undefined &&
      example.test(config.businessEmail) &&
      lost(
        `Your notifications go to ${config.businessEmail}, an address that nobody has.`,
        'Set BUSINESS_EMAIL to the address where you read mail.',
      ),
    smtpUrl !== undefined &&
      example.test(config.mailFrom) &&
      lost(
        `Mails are sent from ${config.mailFrom}, an address that no mail server lets through.`,
        'Set MAIL_FROM to an address of your own domain.',
      ),
    smtpUrl !== undefined &&
      publicUrl === undefined &&
      look(
        'Mails to clients link to http://localhost, which works on this machine only.',
        'Set PUBLIC_URL to the address under which clients reach the page.',
      ),
    isOpen &&
      look('Clients reach the page without encryption.', 'Serve it over HTTPS and say so in PUBLIC_URL.'),
    publicUrl !== undefined &&
      config.anonKey === demoKey &&
      look(
        'The public key is the demonstration’s.',
        'Set ANON_KEY; it is no secret, but it should be yours.',
      ),
  ]
  return thoseThatHold(findings, 'The settings fit together.')
}
