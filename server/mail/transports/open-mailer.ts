import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import type { Mailer } from '../mailer.ts'
import { emlFolder } from './eml-folder.ts'
import { smtpMailer } from './smtp.ts'

/** The folder in which mails are kept when there is no mail server. */
export const mailFolder = (dataDir: string) => join(dataDir, 'mail')

export function openMailer({ smtpUrl, mailFrom, dataDir }: Config): Mailer {
  return smtpUrl ? smtpMailer(smtpUrl, mailFrom) : emlFolder(mailFolder(dataDir), mailFrom)
}
