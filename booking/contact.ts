const keyLength = 10

/** The number as it was typed, up to where its extension begins. */
export const withoutExtension = (phone: string) => phone.replace(/(?:ext|x|#|,|;).*$/i, '')

/**
 * What is the same for every spelling of a telephone number: its last ten digits without an extension, which leaves the
 * country's out.
 * @returns null when there is no digit in it
 */
export function phoneKey(phone: string): string | null {
  return withoutExtension(phone).replace(/\D/g, '').slice(-keyLength) || null
}

/** What a telephone dials: the digits without an extension, and the plus in front of a country's. */
export function dialled(phone: string): string {
  const number = withoutExtension(phone)
  return (number.includes('+') ? '+' : '') + number.replace(/\D/g, '')
}

/** The digits that are dialled after the number; empty without an extension. */
const extension = (phone: string) => phone.slice(withoutExtension(phone).length).replace(/\D/g, '')

/** Whether they are two people's behind one number; where one of them says no extension, it may be the other's. */
export function extensionsDiffer(one: string, other: string): boolean {
  const [first, second] = [extension(one), extension(other)]
  return first !== '' && second !== '' && first !== second
}
/** Providers with several domains for one mailbox, and the characters that they ignore in its name. */
const aliases = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  { domains: ['icloud.com', 'me.com', 'mac.com'], ignored: /(?!)/g },
  { domains: ['proton.me', 'protonmail.com', 'pm.me'], ignored: /[._-]/g },
]

/**
 * The mailbox behind an email address, to count by: in small letters, without a label after a plus sign, and in one
 * spelling for the aliases of large providers. Elsewhere, two mailboxes can come to the same.
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  const name = local.replace(/\+.*/, '') || local
  const provider = aliases.find(({ domains }) => domains.includes(domain))
  return provider ? `${name.replace(provider.ignored, '')}@${provider.domains[0]}` : `${name}@${domain}`
}
/** Sent with a form without script: the address about which was asked, and the one to be taken in its place. */
export const askedEmailField = 'asked_email'

export const meantEmailField = 'meant_email'

/** The ending of each word, from the words of each ending. */
const byWord = (wordsOf: Record<string, string>) =>
  new Map(
    Object.entries(wordsOf).flatMap(([ending, words]) => words.split(' ').map((word) => [word, ending])),
  )

/** The names under which most mailboxes are, by the ending of each. */
const endingOf = byWord({
  com: 'gmail yahoo hotmail outlook icloud aol live msn ymail mail email googlemail protonmail rocketmail fastmail',
  net: 'comcast verizon sbcglobal bellsouth earthlink att cox charter gmx',
})

/** Endings that no domain has, and what they are slips of. */
const noEndings = byWord({
  com: 'con cmo ocm comm coom cim cpm vom xom c0m',
  net: 'nte ent nett met bet',
  org: 'ogr rog orgg',
})

/** Countries' endings that are a letter short of "com". */
const shortEndings = new Set(['co', 'cm', 'om'])

/** A word this short is too near to too many others. */
const shortestName = 5

/** Whether one letter too many, too few, wrong, or changed with its neighbour makes the one of the other. */
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

/**
 * The address that was probably meant by one whose domain looks like a slip, "eleanor@gmial.com"; otherwise null. Only
 * ever a question to whoever typed it: what looks like a slip can be somebody's domain.
 */
export function suggestedAddress(address: string): string | null {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  const [, name = '', typedEnding = ''] = /^(.+?)\.([^.]+)$/.exec(domain) ?? []
  if (name.includes('.')) return null
  const near = [...endingOf.keys()].find((one) => one.length >= shortestName && isOneSlipAway(name, one))
  const provider = endingOf.has(name) ? name : near
  const providersEnding = provider === undefined ? undefined : endingOf.get(provider)
  const isShort = providersEnding === 'com' && shortEndings.has(typedEnding)
  const ending = isShort ? 'com' : (noEndings.get(typedEnding) ?? typedEnding)
  const meant = ending === providersEnding ? `${provider}.${ending}` : `${name}.${ending}`
  return at < 1 || name === '' || meant === domain ? null : `${address.slice(0, at)}@${meant}`
}
