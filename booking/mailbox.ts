/**
 * The mailbox behind an e-mail address, in one writing: in small letters, without a label after a plus sign, and at
 * Gmail without dots. Two mailboxes can come to the same where a provider tells such addresses apart; good enough to count by.
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  const name = local.replace(/\+.*/, '') || local
  return /^(gmail|googlemail)\.com$/.test(domain)
    ? `${name.replaceAll('.', '')}@gmail.com`
    : `${name}@${domain}`
}
