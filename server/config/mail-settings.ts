import { settingFaults as words } from '../../site/copy/setting-faults.ts'

interface Variables {
  SMTP_URL?: string | undefined
  MAIL_FROM?: string | undefined
}

/** What is wrong with the settings of mail taken together, by the variable that is at fault. */
export function mailFaults({ SMTP_URL, MAIL_FROM }: Variables): { SMTP_URL?: string } {
  if (MAIL_FROM && !SMTP_URL) return { SMTP_URL: words.noMailServer }
  const { username, password } = new URL(SMTP_URL ?? 'smtp://localhost')
  return (username === '') === (password === '') ? {} : { SMTP_URL: words.halfAccount }
}
