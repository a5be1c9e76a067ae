import type { Config } from '../../config/config.ts'
import type { Mailer } from '../mailer.ts'
import { emlFolder } from './eml-folder.ts'
import { mailFolder } from './kept-mails.ts'
import { smtpMailer } from './smtp.ts'

export function openMailer({ smtpUrl, mailFrom, dataDir }: Config): Mailer {
  return smtpUrl ? smtpMailer(smtpUrl, mailFrom) : emlFolder(mailFolder(dataDir), mailFrom)
}
