import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, LookupFunction } from 'node:net'
import { onTestFinished } from 'vitest'
import type { PushNetwork } from '../../../server/push/push-service.ts'

/** Only for push.example, which no one owns: it opens nothing. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgJ94QtbQLxpAd6Yr2
X/RqPxXD0gPSbCLissAowvPIhpChRANCAATa+0zAIo7ZWE7Sj3W4cbEyyEvGMbBA
DRnWX2Of1DUxh/Jz9/+16x1tKV//0AHCJ7I7kiylQ5ovr1gUvn971fgn
-----END PRIVATE KEY-----`
const cert = `-----BEGIN CERTIFICATE-----
MIIBajCCARCgAwIBAgIBATAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxwdXNoLmV4
YW1wbGUwIBcNMjQwMTAxMDAwMDAwWhgPMjEyNDAxMDEwMDAwMDBaMBcxFTATBgNV
BAMMDHB1c2guZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABNr7TMAi
jtlYTtKPdbhxsTLIS8YxsEANGdZfY5/UNTGH8nP3/7XrHW0pX//QAcInsjuSLKVD
mi+vWBS+f3vV+CejSzBJMBcGA1UdEQQQMA6CDHB1c2guZXhhbXBsZTAPBgNVHRMB
Af8EBTADAQH/MB0GA1UdDgQWBBToANeygwh8hOHREAZuYE0soWnt6DAKBggqhkjO
PQQDAgNIADBFAiEAxgwNHPwqqC87h3d8YyHVPf+5UhVeTxpUPWDYniTdr18CIDEL
JrR777rNzpMP9x/LiD3IAp7w8kUYG/ni9N8s8mbH
-----END CERTIFICATE-----`

interface Pushed {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

type Answer = (pushed: Pushed, response: ServerResponse) => void

export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_pushed, response) =>
    void response.writeHead(code, headers).end()

/** A push service on loopback, which the server under test finds as push.example. */
export async function openPushService() {
  const received: Pushed[] = []
  let answer = status(201)
  const server = createServer({ key, cert }, async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const pushed = { path: request.url ?? '', headers: request.headers, body }
    received.push(pushed)
    answer(pushed, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const lookup: LookupFunction = (_host, { all }, done) =>
    all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)
  const network: PushNetwork = { lookup, port, ca: cert, patienceMs: 60_000 }
  return {
    network,
    received,
    pathsOf: () => received.map(({ path }) => path),
    answerWith(next: Answer) {
      answer = next
    },
  }
}

const derived = (salt: Buffer, from: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', from, salt, info, length))

/** A subscribed browser, which decrypts its messages (RFC 8291, 3). */
export function browser(path = '/phone') {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys()
  const auth = randomBytes(16)
  return {
    path,
    subscription: {
      endpoint: `https://push.example${path}`,
      p256dh: publicKey.toString('base64url'),
      auth: auth.toString('base64url'),
    },
    read({ body }: Pushed): string {
      const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + (body[20] ?? 0))]
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
      const secret = derived(auth, ecdh.computeSecret(sender), info, 32)
      const contentKey = derived(salt, secret, 'Content-Encoding: aes128gcm\0', 16)
      const nonce = derived(salt, secret, 'Content-Encoding: nonce\0', 12)
      const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce)
      const sealed = body.subarray(21 + sender.length)
      decipher.setAuthTag(sealed.subarray(-16))
      const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      // The text ends with a 2, which padding may follow.
      return text.subarray(0, text.lastIndexOf(2)).toString()
    },
  }
}
