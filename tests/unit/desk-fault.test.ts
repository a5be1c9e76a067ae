import { expect, it } from 'vitest'
import { errorOf } from '../../web/desk/errors.tsx'

it('takes the session for ended only when the server says so, not something on the way to it', () => {
  const kind = (status: number, error: { message: string; code?: string }) => errorOf(status, error).kind
  expect(kind(403, { message: 'Only the owner may do that.', code: '42501' })).toBe('signed-out')
  expect(kind(401, { message: 'You are not signed in.', code: 'PGRST301' })).toBe('signed-out')
  expect(kind(403, { message: '<h1>Forbidden</h1>' })).toBe('refused')
  expect(kind(401, { message: '' })).toBe('refused')
})

it('says that nothing was sent only where that is known', () => {
  const lost = (mayBeDone: boolean) => errorOf(0, { message: 'TypeError: Failed to fetch' }, mayBeDone).kind
  expect(lost(true)).toBe('unsure')
  expect(lost(false)).toBe('unreachable')
})
