import { fullName } from '../../site/business.ts'
import type { Message } from './mailer.ts'

/** The message as nodemailer takes it; nodemailer encodes what a header cannot hold. */
export function envelope(message: Message, from: string) {
  return {
    ...message,
    messageId: `<${message.messageId}>`,
    from: { name: fullName, address: from },
    headers: { 'Auto-Submitted': 'auto-generated' },
    // What a client has typed is never a file name or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
