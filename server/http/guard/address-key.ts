import { isIPv6 } from 'node:net'

const mapped = /^::ffff:(?=[\d.]+$)/i

/**
 * What counts as one client address: of IPv6 the first 64 bits, because the others are the client's own to choose.
 * @param address - as the connection or a trusted proxy has it
 */
export function addressKey(address: string): string {
  const plain = address.replace(mapped, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [before = '', after] = plain.split('::')
  const groups = before === '' ? [] : before.split(':')
  const missing = after === undefined ? 0 : 8 - groups.length - (after === '' ? 0 : after.split(':').length)
  return [...groups, ...Array(Math.max(0, missing)).fill('0'), ...(after?.split(':') ?? [])]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
