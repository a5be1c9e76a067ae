import { once } from 'node:events'
import { get } from 'node:http'
import { expect } from 'vitest'
import { msPerDay } from '../../booking/time.ts'
import { startServer } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'

/** How much a server may send before the first acknowledgment: ten segments. @see https://www.rfc-editor.org/rfc/rfc6928 */
export const initialWindow = 10 * 1460

async function bytesOfFirstAnswer(url: string): Promise<number> {
  const headers = { 'accept-encoding': 'br', connection: 'keep-alive' }
  const [response] = await once(get(url, { agent: false, headers }), 'response')
  const { socket } = response
  await response.toArray()
  expect(response.headers['content-encoding']).toBe('br')
  expect(response.headers).toHaveProperty('strict-transport-security')
  socket.destroy()
  return socket.bytesRead
}

/**
 * The page's largest answer in a year, with its headers, as a shop on the internet sends it. The page contains the first
 * bookable day, so its size varies by some bytes.
 */
export async function bytesInAYear(dataDir: string, distDir?: string): Promise<number> {
  const settings = { PORT: '0', DATA_DIR: dataDir, PUBLIC_URL: 'https://www.hollisandcrane.example' }
  let now = Date.parse('2026-12-01T12:00Z')
  const server = await startServer({ config: readConfig(settings), distDir, now: () => now })
  try {
    const sizes: number[] = []
    for (let day = 0; day < 40; day++, now += 9 * msPerDay) sizes.push(await bytesOfFirstAnswer(server.url))
    return Math.max(...sizes)
  } finally {
    await server.close()
  }
}
