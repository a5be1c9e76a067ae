import { isIP } from 'node:net'

const names = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isProxy(text: string): boolean {
  if (names.has(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  if (bits === undefined) return true
  return /^\d+$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128)
}

/** Whether a text lists proxies as Fastify's `trustProxy` takes them: names, addresses, ranges; not "true", no hops. */
export function isProxyList(text: string): boolean {
  return text.split(',').every((one) => isProxy(one.trim()))
}
