import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { msPerDay } from '../../booking/time.ts'
import { startServer } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'

/** What a server may send before it has heard anything back: ten segments. @see https://www.rfc-editor.org/rfc/rfc6928 */
const initialWindow = 10 * 1460

/** Its size differs from day to day by some bytes: the page names the first day that can be booked. */
const days = 40

async function bytesOfFirstAnswer(url: string): Promise<number> {
  const headers = { 'accept-encoding': 'br', connection: 'keep-alive' }
  const request = get(url, { agent: false, headers })
  const [response] = await once(request, 'response')
  const { socket } = response
  await response.toArray()
  expect(response.headers['content-encoding']).toBe('br')
  expect(response.headers).toHaveProperty('strict-transport-security')
  socket.destroy()
  return socket.bytesRead
}

describe('the first answer', () => {
  it('is one round trip on any day: the page with its headers, as a shop on the internet sends it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'first-round-trip-'))
    const settings = { PORT: '0', DATA_DIR: folder, PUBLIC_URL: 'https://www.hollisandcrane.example' }
    let now = Date.parse('2026-12-01T12:00Z')
    const server = await startServer({ config: readConfig(settings), now: () => now })
    try {
      for (let day = 0; day < days; day++, now += 9 * msPerDay)
        expect(await bytesOfFirstAnswer(server.url)).toBeLessThanOrEqual(initialWindow)
    } finally {
      await server.close()
      rmSync(folder, { recursive: true })
    }
  })
})
