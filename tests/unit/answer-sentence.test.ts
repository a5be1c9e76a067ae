import { expect, it } from 'vitest'
import { findMessage } from '../../web/backend/calls.ts'

it.each([
  ['its message', { code: '23P01', message: ' That time is taken. ' }, 'That time is taken.'],
  ['nothing', undefined],
  ['null', null],
  ['an empty message', { message: '' }],
  ['a message that isn’t text', { message: 5 }],
  ['a gateway’s page', { message: '<html><title>502</title>' }],
  ['a long dump', { message: 'x'.repeat(301) }],
])('reads the message of an answer with %s, or nothing', (_what, answer, sentence?: string) => {
  expect(findMessage(answer)).toBe(sentence)
})
