import { parse } from 'tldts'
import { titles } from '../../booking/validation.ts'

/** Letters that look like Latin ones: a reader types the address that they see. */
const lookalikes = new Map(
  [...'аaеeоoрpсcуyхxіiјjѕsкkмmтtвbнhԁdԛqԝwгrοoαaιiνvρpτtυu'.matchAll(/(.)(.)/gu)].map(([, other, latin]) => [
    other,
    latin,
  ]),
)

const fullStops = /[。．｡․﹒]/gu
const dotted = /[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+/gu

const isAddress = (word: string): boolean => {
  const { domain, domainWithoutSuffix: name, isIcann } = parse(word)
  if (!domain || !name || !isIcann) return false
  // J.Li, Y.S.Kim, and Dr.A.Li are people.
  const before = word.split('.').slice(0, -1)
  return !before.every((part) => [...part].length === 1 || titles.includes(part))
}

/**
 * Whether email apps turn part of a name into a link. Not in `booking/`, because the list of domain endings is 100 kB.
 */
export function isAdvertisement(name: string): boolean {
  const text = name.normalize('NFKC').toLowerCase().replaceAll(fullStops, '.')
  const latin = [...text].map((letter) => lookalikes.get(letter) ?? letter).join('')
  return [...new Set([text, latin])].some((seen) => (seen.match(dotted) ?? []).some(isAddress))
}
