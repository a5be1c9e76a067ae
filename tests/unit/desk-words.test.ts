import { expect, it } from 'vitest'
import { desk } from '../../copy/desk.ts'
import { faultWords, inTen, ordinal } from '../../web/desk/ui/words.ts'

it('says which visit it is', () => {
  expect([1, 10, 11, 12, 13, 20, 21, 22, 23, 101, 111].map(ordinal)).toEqual(
    'first tenth 11th 12th 13th 20th 21st 22nd 23rd 101st 111th'.split(' '),
  )
})

it('says of nobody and of everybody alone that it is none, or all, of ten', () => {
  const counts = [
    [0, 0],
    [0, 30],
    [1, 30],
    [14, 20],
    [29, 30],
    [30, 30],
  ] as const
  expect(counts.map(([count, all]) => inTen(count, all))).toEqual([0, 0, 1, 7, 9, 10])
})

it('says why something was not delivered, and shows a code only where there are no words for it', () => {
  const codes = ['EENVELOPE 450', 'ECONNREFUSED', 'ESOCKET', 'EAUTH 535', 'CERT_HAS_EXPIRED', 'Error 507']
  expect(codes.map(faultWords)).toEqual([
    desk.owed.why.refused,
    desk.owed.why.unreachable,
    desk.owed.why.unreachable,
    desk.owed.why.password,
    desk.owed.why.certificate,
    'Error 507',
  ])
})
