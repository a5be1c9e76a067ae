import { Resolver } from 'node:dns/promises'
import { doctor as copy } from '../../../copy/doctor.ts'
import { codeOf } from '../../base/fault.ts'
import type { Config } from '../../config/config.ts'
import { type Finding, fine, warning } from './finding.ts'

const words = copy.mailDomain
const timeoutMs = 2000
/** What the larger providers call their keys; DKIM has no way to ask for all. */
const commonSelectors = 'default google selector1 selector2 s1 k1 fm1 mail dkim zmail'.split(' ')

/** The part of a resolver that is asked, so that a test can bring its own. */
export type TextResolver = Pick<Resolver, 'resolveTxt'>

/** @returns null where nobody answers */
async function textsOf(resolver: TextResolver, name: string): Promise<string[] | null> {
  try {
    const records = await resolver.resolveTxt(name)
    return records.map((parts) => parts.join(''))
  } catch (error) {
    const code = codeOf(error)
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null
  }
}

function judged(kind: string, texts: string[] | null, pattern: RegExp, todo: string): Finding {
  if (!texts) return warning({ what: words.noAnswer(kind), todo: words.noAnswerTodo })
  const found = texts.some((text) => pattern.test(text))
  return found ? fine(words.found(kind)) : warning({ what: words.missing(kind), todo })
}

async function dkim(resolver: TextResolver, domain: string): Promise<Finding> {
  const names = commonSelectors.map((selector) => `${selector}._domainkey.${domain}`)
  const answers = await Promise.all(names.map((name) => textsOf(resolver, name)))
  if (answers.some((texts) => texts && texts.length > 0)) return fine(words.dkimFound)
  const hasNoAnswer = answers.every((texts) => texts === null)
  return warning({ what: hasNoAnswer ? words.noAnswer(words.dkim) : words.dkimMissing, todo: words.dkimTodo })
}

/** Whether the sender's domain says who may send for it; without, mails end up among the spam. */
export async function checkMailDomain(
  { mailFrom, smtpUrl }: Config,
  resolver: TextResolver = new Resolver({ timeout: timeoutMs, tries: 1 }),
): Promise<Finding[]> {
  if (!smtpUrl) return []
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1)
  const [spf, dmarc, key] = await Promise.all([
    textsOf(resolver, domain),
    textsOf(resolver, `_dmarc.${domain}`),
    dkim(resolver, domain),
  ])
  return [
    judged(words.spf(domain), spf, /^v=spf1\b/i, words.spfTodo),
    key,
    judged(words.dmarc(domain), dmarc, /^v=DMARC1\b/i, words.dmarcTodo(domain)),
  ]
}
