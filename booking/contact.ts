import { deskClients } from '#copy/desk-clients.ts'
import type { AppointmentFields } from './appointment.ts'
import { normalizeField, withoutNotes } from './validation.ts'

const keyLength = 10

export const withoutExtension = (phone: string) => withoutNotes(phone).replace(/(?:ext|x|#|,|;).*$/i, '')

/** The last ten digits of a number, without country code and extension; null for text without digits. */
export function toPhoneKey(phone: string): string | null {
  return withoutExtension(phone).replace(/\D/g, '').slice(-keyLength) || null
}

export function toDialDigits(phone: string): string {
  const number = withoutExtension(phone)
  return (number.includes('+') ? '+' : '') + number.replace(/\D/g, '')
}

const extension = (phone: string) =>
  withoutNotes(phone).slice(withoutExtension(phone).length).replace(/\D/g, '')

export function extensionsDiffer(phone: string, other: string): boolean {
  const [first, second] = [extension(phone), extension(other)]
  return first !== '' && second !== '' && first !== second
}
/** Providers with several domains per mailbox, and the characters that they ignore in its name. */
const aliases = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  { domains: ['icloud.com', 'me.com', 'mac.com'], ignored: /(?!)/g },
  { domains: ['proton.me', 'protonmail.com', 'pm.me'], ignored: /[._-]/g },
]

/** One spelling for all aliases of a mailbox, for counting. At small providers, two mailboxes can share it. */
export function toMailbox(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  const name = local.replace(/\+.*/, '') || local
  const provider = aliases.find(({ domains }) => domains.includes(domain))
  return provider ? `${name.replace(provider.ignored, '')}@${provider.domains[0]}` : `${name}@${domain}`
}
/** Fields of the form without JavaScript: the address it questioned, and its suggestion. */
export const askedEmailField = 'asked_email'

export const meantEmailField = 'meant_email'

const byWord = (wordsOf: Record<string, string>) =>
  new Map(
    Object.entries(wordsOf).flatMap(([ending, words]) => words.split(' ').map((word) => [word, ending])),
  )

const endingOf = byWord({
  com: 'gmail yahoo hotmail outlook icloud aol live msn ymail mail email googlemail protonmail rocketmail fastmail',
  net: 'comcast verizon sbcglobal bellsouth earthlink att cox charter gmx',
})

const noEndings = byWord({
  com: 'con cmo ocm comm coom cim cpm vom xom c0m',
  net: 'nte ent nett met bet',
  org: 'ogr rog orgg',
})

const shortEndings = new Set(['co', 'cm', 'om'])

/** Shorter words are similar to too many others. */
const shortestName = 5

/** Whether one letter added, missing, wrong, or swapped with its neighbor turns one word into the other. */
function isOneSlipAway(typed: string, meant: string): boolean {
  let same = 0
  while (same < typed.length && typed[same] === meant[same]) same++
  const rest = (word: string, from: number) => word.slice(same + from)
  return (
    rest(typed, 1) === rest(meant, 0) ||
    rest(typed, 0) === rest(meant, 1) ||
    rest(typed, 1) === rest(meant, 1) ||
    (typed[same] === meant[same + 1] && typed[same + 1] === meant[same] && rest(typed, 2) === rest(meant, 2))
  )
}

/** For a domain that looks like a typo, "eleanor@gmial.com"; otherwise null. The domain can be a real one. */
export function suggestAddress(address: string): string | null {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  const [, name = '', typedEnding = ''] = /^(.+?)\.([^.]+)$/.exec(domain) ?? []
  if (name.includes('.')) return null
  const near = [...endingOf.keys()].find(
    (candidate) => candidate.length >= shortestName && isOneSlipAway(name, candidate),
  )
  const provider = endingOf.has(name) ? name : near
  const providersEnding = provider === undefined ? undefined : endingOf.get(provider)
  const isShort = providersEnding === 'com' && shortEndings.has(typedEnding)
  const ending = isShort ? 'com' : (noEndings.get(typedEnding) ?? typedEnding)
  const meant = ending === providersEnding ? `${provider}.${ending}` : `${name}.${ending}`
  return at < 1 || name === '' || meant === domain ? null : `${address.slice(0, at)}@${meant}`
}

type Named = Pick<AppointmentFields, 'full_name'>

/** A deleted client's name is empty in the database. Anyone who reads it gets these words instead. */
export const withName = <Client extends Named>(client: Client): Client =>
  client.full_name === '' ? { ...client, full_name: deskClients.deletedName } : client

/** For a client whose name went through `withName`. */
export const isDeleted = ({ full_name }: Named) => full_name === deskClients.deletedName

export type SearchedClient = Pick<AppointmentFields, 'full_name' | 'email' | 'phone'>

const digitsMin = 3

const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .toLowerCase()

/** Finds words in any order, each as part of the name, the address, or the number. */
export function createClientFinder(words: string): ((client: SearchedClient) => boolean) | null {
  const wanted = folded(words.trim())
  if (wanted === '') return null
  const address = folded(normalizeField('email', words)) || wanted
  // Finds a number in any spelling, with or without its country code. An extension may contain letters.
  const digits = /\p{L}/u.test(withoutExtension(wanted)) ? '' : (toPhoneKey(wanted) ?? '')
  const parts = wanted.split(/\s+/)
  const isNumber = (part: string) => /^[\d()+.\-/]+$/.test(part)
  return ({ full_name, email, phone }) => {
    const [name, mailbox, number] = [folded(full_name), folded(email), phone.replace(/\D/g, '')]
    const has = (word: string) => name.includes(word) || mailbox.includes(word)
    const hasDigits = (typed: string) => typed.length >= digitsMin && number.includes(typed)
    if (has(wanted) || mailbox.includes(address) || hasDigits(digits)) return true
    return parts.every((part) => has(part) || (isNumber(part) && hasDigits(part.replace(/\D/g, ''))))
  }
}
