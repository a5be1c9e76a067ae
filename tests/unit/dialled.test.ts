import { expect, it } from 'vitest'
import { dialled, extensionsDiffer, phoneKey } from '../../booking/contact.ts'

it.each([
  ['(555) 123-4567', '5551234567'],
  ['+52 55 1234 5678', '+525512345678'],
  ['(+44) 20 7946 0958', '+442079460958'],
  ['555.123.4567 ext. 12', '5551234567'],
  ['(555) 123-4567 x12', '5551234567'],
  ['555 123 4567,,12#', '5551234567'],
])('dials %s as %s', (phone, digits) => {
  expect(dialled(phone)).toBe(digits)
})

it.each([
  ['+1 (214) 555-0142', '2145550142'],
  ['(214) 555-0142 ext. 5', '2145550142'],
  ['214.555.0142x5', '2145550142'],
  ['214 555 0142,,5#', '2145550142'],
  ['+52 55 1234 5678; 77', '5512345678'],
  ['555-0142', '5550142'],
  ['no digit', null],
])('knows the client of %s by %s', (phone, key) => {
  expect(phoneKey(phone)).toBe(key)
})

it.each([
  ['(214) 555-0142 x12', '214 555 0142 ext. 34', true],
  ['(214) 555-0142 x12', '+1 214 555 0142,,12', false],
  ['(214) 555-0142 x12', '(214) 555-0142', false],
  ['(214) 555-0142', '214.555.0142', false],
])('knows whether %s and %s are two people’s', (one, other, differ) => {
  expect(extensionsDiffer(one, other)).toBe(differ)
})
