import { expect, it } from 'vitest'
import { needsEncryption } from '../../server/mail/smtp.ts'

it('a mail server’s password never crosses the network in clear text', () => {
  expect(needsEncryption('smtp://user:word@mail.tailor.dallas:587')).toBe(true)
  expect(needsEncryption('smtp://user:word@localhost:1025')).toBe(false)
  expect(needsEncryption('smtp://user:word@[::1]:1025')).toBe(false)
  expect(needsEncryption('smtp://relay.internal:25')).toBe(false)
})
