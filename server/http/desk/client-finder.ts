import { phoneKey, withoutExtension } from '../../../booking/contact.ts'
import { normalizeField } from '../../../booking/validation.ts'
import type { ClientFacts } from '../../appointments/desk-ports.ts'

const digitsLeast = 3

/** Letters without case and accents; an apostrophe is one, however a telephone writes it. */
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .toLowerCase()

/** What tells whether a client is looked for with these words; null when they say nothing. */
export function clientFinder(words: string): ((client: ClientFacts) => boolean) | null {
  const wanted = folded(words.trim())
  if (wanted === '') return null
  // An address as it was stored, too: with a domain in ASCII.
  const address = folded(normalizeField('email', words)) || wanted
  // A number is found in every spelling, with the country's or without; an extension may be written with letters.
  const digits = /\p{L}/u.test(withoutExtension(wanted)) ? '' : (phoneKey(wanted) ?? '')
  return ({ full_name, email, phone }) =>
    folded(full_name).includes(wanted) ||
    folded(email).includes(wanted) ||
    folded(email).includes(address) ||
    (digits.length >= digitsLeast && phone.replace(/\D/g, '').includes(digits))
}
