import type { FieldName } from './fields.ts'

/** A letter of a script in which joiners shape the word; to these four they are nothing but rubbish. */
const joining = '(?![\\p{sc=Latn}\\p{sc=Grek}\\p{sc=Cyrl}\\p{sc=Hani}])[\\p{L}\\p{M}]'

/** What stands in a name as part of its writing: joiners (Persian, Indic scripts), variants of letters, composed emoji. */
const written = [
  `${joining}[\\u200c\\u200d](?=${joining})`,
  '\\p{sc=Hani}[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]',
  '\\p{sc=Mong}[\\u180b-\\u180f]',
  '\\p{ExtPict}\\ufe0f?[\\u{1f3fb}-\\u{1f3ff}]?(?:\\u200d(?=\\p{ExtPict}))?',
].join('|')

/** Unicode's characters that show nothing: marks of direction, joiners, soft hyphens, spaces without width and others. */
const invisible = /\p{DI}/gu
const invisibleInName = new RegExp(`(${written})|\\p{DI}`, 'gu')

/** Letters of other scripts in a domain, and the full stops that are typed with them. */
const otherDomain = /^([^@]*@)(?=.*[^ -~])([\p{L}\p{M}\p{N}.。．｡-]+)$/u

/** The address as mail servers know it, where a browser has not written it so: eleanor@xn--bcher-kva.example. */
function withPlainDomain(address: string): string {
  const [, mailbox, domain] = otherDomain.exec(address) ?? []
  try {
    return domain ? mailbox + new URL(`https://${domain}`).hostname : address
  } catch {
    // No domain is written like this; the rules say so.
    return address
  }
}

/**
 * What was typed into a field or copied into it, as it is stored: without the white space around it and without
 * characters that nobody sees, such as contact lists put around a number; names in Unicode NFC, domains in ASCII.
 */
export function tidied(name: FieldName, typed: string): string {
  const seen = typed.replace(invisible, '').trim()
  if (name === 'email') return withPlainDomain(seen)
  if (name !== 'full_name') return seen
  return typed.replace(invisibleInName, '$1').normalize('NFC').trim()
}
