import { expect, it } from 'vitest'
import { mailboxOf } from '../../booking/contact.ts'

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
])('%s goes to the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})
