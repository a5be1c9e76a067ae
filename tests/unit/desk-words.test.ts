import { expect, it } from 'vitest'
import { ordinal } from '../../web/desk/ui/words.ts'

it('says which visit it is', () => {
  expect([1, 10, 11, 12, 13, 20, 21, 22, 23, 101, 111].map(ordinal)).toEqual(
    'first tenth 11th 12th 13th 20th 21st 22nd 23rd 101st 111th'.split(' '),
  )
})
