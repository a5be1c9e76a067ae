import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../server/config/config.ts'
import { startServer } from '../../server/start-server.ts'

/** What a server may send before it has heard anything back: ten segments. @see https://www.rfc-editor.org/rfc/rfc6928 */
const initialWindow = 10 * 1460

describe('the first answer', () => {
  it('is one round trip: the page with its headers, as a shop on the internet sends it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'first-round-trip-'))
    const settings = { PORT: '0', DATA_DIR: folder, PUBLIC_URL: 'https://www.hollisandcrane.example' }
    const server = await startServer({ config: readConfig(settings) })
    try {
      const request = get(server.url, { headers: { 'accept-encoding': 'br', connection: 'keep-alive' } })
      const [response] = await once(request, 'response')
      const { socket } = response
      await response.toArray()
      expect(response.headers['content-encoding']).toBe('br')
      expect(response.headers).toHaveProperty('strict-transport-security')
      expect(socket.bytesRead).toBeLessThanOrEqual(initialWindow)
    } finally {
      await server.close()
      rmSync(folder, { recursive: true })
    }
  })
})
