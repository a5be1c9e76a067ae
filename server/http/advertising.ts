import { parse } from 'tldts'

/** Letters that look like Latin ones: a reader types the address that they see. */
const lookalikes = new Map(
  [...'аaеeоoрpсcуyхxіiјjѕsкkмmтtвbнhԁdԛqԝwгrοoαaιiνvρpτtυu'.matchAll(/(.)(.)/gu)].map(([, other, latin]) => [
    other,
    latin,
  ]),
)

const fullStops = /[。．｡․﹒]/gu
const titles = 'dr dra mr mrs ms mx mme prof rev hon st ste fr sr sra jr sgt capt lt col gen'.split(' ')
const dotted = /[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+/gu

const isAddress = (word: string): boolean => {
  const { domain, domainWithoutSuffix: name, isIcann } = parse(word)
  if (!domain || !name || !isIcann) return false
  // J.Li and Dr.Li are people.
  return word !== domain || ([...name].length > 1 && !titles.includes(name))
}

/**
 * Whether email apps turn part of a name into a link. Not in `booking/`, because the list of domain endings is 100 kB.
 */
export function isAdvertisement(name: string): boolean {
  const text = name.normalize('NFKC').toLowerCase().replaceAll(fullStops, '.')
  const latin = [...text].map((letter) => lookalikes.get(letter) ?? letter).join('')
  return [...new Set([text, latin])].some((seen) => (seen.match(dotted) ?? []).some(isAddress))
}
