import { describe, expect, it } from 'vitest'
import { suggestedAddress } from '../../booking/contact.ts'

describe('an address whose domain looks like a slip', () => {
  it.each([
    ['gmial.com', 'gmail.com'],
    ['gmai.com', 'gmail.com'],
    ['gmaill.com', 'gmail.com'],
    ['gnail.com', 'gmail.com'],
    ['gmail.con', 'gmail.com'],
    ['gmail.co', 'gmail.com'],
    ['gmial.con', 'gmail.com'],
    ['GMAIL.CMO', 'gmail.com'],
    ['hotmial.com', 'hotmail.com'],
    ['yaho.com', 'yahoo.com'],
    ['yahoo.ocm', 'yahoo.com'],
    ['outlok.com', 'outlook.com'],
    ['iclould.com', 'icloud.com'],
    ['comcast.nte', 'comcast.net'],
    ['tailors.con', 'tailors.com'],
    ['aol.cm', 'aol.com'],
  ])('%s was probably %s', (typed, meant) => {
    expect(suggestedAddress(`Eleanor.V+suits@${typed}`)).toBe(`Eleanor.V+suits@${meant}`)
  })

  it.each([
    'gmail.com',
    'ymail.com',
    'mail.com',
    'email.com',
    'yahoo.co.uk',
    'yahoo.ca',
    'hotmail.fr',
    'outlook.de',
    'gmx.de',
    'gmx.com',
    'aol.com',
    'me.com',
    'ms.com',
    'cox.com',
    'verizon.com',
    'example.com',
    'colombia.co',
    'mail.gmial.com',
    'company.email',
    'xn--bcher-kva.example',
  ])('%s stays as it is', (domain) => {
    expect(suggestedAddress(`eleanor@${domain}`)).toBeNull()
  })

  it('is nothing without an address', () => {
    for (const text of ['', '@', 'eleanor', 'eleanor@', '@gmial.com', 'eleanor@gmial']) {
      expect(suggestedAddress(text)).toBeNull()
    }
  })
})
