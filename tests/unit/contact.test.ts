import { describe, expect, it } from 'vitest'
import {
  extensionsDiffer,
  suggestAddress,
  toDialDigits,
  toMailbox,
  toPhoneKey,
} from '../../booking/contact.ts'
import { isAdvertisement } from '../../server/http/advertising.ts'

describe('an address', () => {
  it.each([
    ['Ann.Lee@Example.com', 'ann.lee@example.com'],
    ['ann+suits+2@example.com', 'ann@example.com'],
    ['+ann@example.com', '+ann@example.com'],
    ['A.n.n+x@GoogleMail.com', 'ann@gmail.com'],
    ['ann+x@me.com', 'ann@icloud.com'],
    ['Ann@mac.com', 'ann@icloud.com'],
    ['a.nn_lee-x@pm.me', 'annleex@proton.me'],
    ['annleex+y@protonmail.com', 'annleex@proton.me'],
    ['a.nn@gmail.com.example', 'a.nn@gmail.com.example'],
  ])('%s belongs to the mailbox %s', (email, mailbox) => {
    expect(toMailbox(email)).toBe(mailbox)
  })

  it.each([
    ['gmail.com', 'gmial.com gmai.com gmaill.com gnail.com gmail.con gmail.co gmial.con GMAIL.CMO'],
    ['hotmail.com', 'hotmial.com'],
    ['yahoo.com', 'yaho.com yahoo.ocm'],
    ['outlook.com', 'outlok.com'],
    ['icloud.com', 'iclould.com'],
    ['comcast.net', 'comcast.nte'],
    ['tailors.com', 'tailors.con'],
    ['aol.com', 'aol.cm'],
  ])('is corrected to %s when typed at %s', (meant, typed) => {
    for (const domain of typed.split(' '))
      expect(suggestAddress(`Eleanor.V+suits@${domain}`)).toBe(`Eleanor.V+suits@${meant}`)
  })

  it.each([
    'gmail.com ymail.com mail.com email.com yahoo.co.uk yahoo.ca hotmail.fr outlook.de gmx.de gmx.com aol.com me.com',
    'ms.com cox.com verizon.com example.com colombia.co mail.gmial.com company.email xn--bcher-kva.example',
  ])('gets no suggestion at %s', (domains) => {
    for (const domain of domains.split(' ')) expect(suggestAddress(`eleanor@${domain}`)).toBeNull()
  })

  it('gets no suggestion while it’s incomplete', () => {
    for (const text of ['', '@', 'eleanor', 'eleanor@', '@gmial.com', 'eleanor@gmial'])
      expect(suggestAddress(text)).toBeNull()
  })
})

describe('a phone number', () => {
  it.each([
    ['(555) 123-4567', '5551234567', '5551234567'],
    ['+52 55 1234 5678; 77', '+525512345678', '5512345678'],
    ['(+44) 20 7946 0958', '+442079460958', '2079460958'],
    ['+1 (214) 555-0142', '+12145550142', '2145550142'],
    ['(214) 555-0142 ext. 5', '2145550142', '2145550142'],
    ['214.555.0142x5', '2145550142', '2145550142'],
    ['214 555 0142,,5#', '2145550142', '2145550142'],
    ['555-0142', '5550142', '5550142'],
    ['(Texas) 214-555-0142 (cell 2)', '2145550142', '2145550142'],
    ['214-555-0142 (ext. 5)', '2145550142', '2145550142'],
    ['+1-214-555-0142;ext=5', '+12145550142', '2145550142'],
    ['no digit', '', null],
  ])('%s is dialed as %s, and identifies its client by %s', (phone, digits, key) => {
    expect([toDialDigits(phone), toPhoneKey(phone)]).toEqual([digits, key])
  })

  it.each([
    ['214 555 0142 ext. 34', true],
    ['+1 214 555 0142,,12', false],
    ['+1 214 555 0142 (x34)', true],
    ['(214) 555-0142', false],
  ])('with extension 12 belongs to another client than %s: %s', (other, differ) => {
    expect(extensionsDiffer('(214) 555-0142 x12', other)).toBe(differ)
    expect(extensionsDiffer('(214) 555-0142', other)).toBe(false)
  })
})

describe('a name', () => {
  it.each([
    'casino-bonus.top | Visit evil.ru today | bit.ly | Win at evil․com | evil.сom | еvil.ru | dr.evil.ru | казино.рф',
    'evil。cn | shop.co.uk',
  ])('with an address in it is an advertisement: %s', (names) => {
    for (const name of names.split(' | ')) expect(isAdvertisement(name), name).toBe(true)
  })

  it.each([
    'Y.S.Kim | A.J.Kim | S.K.Li | K.C.Wang | B.J.Ford | Dr.A.Li | T.J.Moe | Mr.Smith/Mrs.Smith | Prof.Dr.J.Li',
    'Dr.Costa | St.John | J.R.R.Tolkien | J.R. Li | J.Li | Dr.Kim | Martin Luther King Jr. | Ann Lee, Ph.D. | Ann Lee',
    'Владимир Ли | Νίκος Παππάς',
  ])('with initials or a title isn’t an advertisement: %s', (names) => {
    for (const name of names.split(' | ')) expect(isAdvertisement(name), name).toBe(false)
  })
})
