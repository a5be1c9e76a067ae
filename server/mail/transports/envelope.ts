import { calendarFileName } from '../../../booking/links.ts'
import { fullName } from '../../../demo/business.ts'
import type { Message } from '../mailer.ts'

/** The message as nodemailer takes it; nodemailer encodes what a header cannot hold. */
export function envelope({ messageId, invitation, ...message }: Message, from: string) {
  return {
    ...message,
    messageId: `<${messageId}>`,
    from: { name: fullName, address: from },
    headers: { 'Auto-Submitted': 'auto-generated' },
    // Once as an alternative of the text, which Gmail and Outlook read, and once as a file, which Apple Mail opens.
    ...(invitation ? { icalEvent: { ...invitation, filename: calendarFileName } } : {}),
    // What a client has typed is never a file name or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
