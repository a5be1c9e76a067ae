import { expect, it } from 'vitest'
import { dialled } from '../../booking/phone-key.ts'

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
