import { describe, expect, it } from 'vitest'
import { tokenInLink, unwrappedAddress } from '../../web/desk/sign-in/link.ts'

const token = 'aB3_dE-6gH9jKlMnOpQrStUvWxYz0123456789-_aB4'
const link = `https://tailor.example/?desk#${token}`
const encoded = encodeURIComponent(link)
const proofpoint = encodeURIComponent(link)
  .replaceAll('_', '%5F')
  .replaceAll('-', '%2D')
  .replaceAll('%2F', '_')
  .replaceAll('%', '-')

describe('a sign-in link that the owner pastes', () => {
  it.each([
    ['as it is', link],
    ['with a period after it', `${link}.`],
    ['in angle brackets', `<${link}>`],
    ['in parentheses, with white space', ` (${link}) `],
    ['with the text around it', `Open the desk: ${link} The link works once.`],
    ['without its address', token],
    ['without its address, in angle brackets, with a period', `<${token}>.`],
    ['encoded', `https://tailor.example/?desk%23${token}`],
    [
      'wrapped by SafeLinks',
      `https://nam02.safelinks.protection.outlook.com/?url=${encoded}&data=05%7C01%7C&reserved=0`,
    ],
    [
      'wrapped twice',
      `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(encoded)}&data=05`,
    ],
    [
      'wrapped by Barracuda',
      `https://linkprotect.cudasvc.com/url?a=${encoded.toLowerCase().replace(token.toLowerCase(), token)}&c=E,1,x`,
    ],
    ['wrapped by Proofpoint', `https://urldefense.proofpoint.com/v2/url?u=${proofpoint}&d=DwMFaQ&c=x`],
    [
      'wrapped by Proofpoint v3',
      `https://urldefense.com/v3/__https://tailor.example/?desk*${token}__;Iw!!x!y$`,
    ],
  ])('yields the token from %s', (_, pasted) => expect(tokenInLink(pasted)).toBe(token))

  it.each(['', 'https://tailor.example/?desk', link.slice(0, -1), `https://tailor.example/?visit=${token}x`])(
    'yields no token from %j',
    (pasted) => expect(tokenInLink(pasted)).toBeNull(),
  )
})

describe('an address of the desk with an encoded number sign', () => {
  it.each([
    [`?desk%23${token}`, `/?desk#${token}`],
    [`?desk%2523${token}`, `/?desk#${token}`],
    [`?desk%23${token}=`, `/?desk#${token}`],
    ['?desk%23/day/2027-01-11', '/?desk#/day/2027-01-11'],
    ['?desk%23%2Fday%2F2027-01-11&utm_source=x', '/?desk#/day/2027-01-11'],
    ['?desk', null],
    ['?desk=', null],
  ])('%s opens as %s', (search, address) => expect(unwrappedAddress(search)).toBe(address))
})
