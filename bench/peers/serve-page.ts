/** The ceiling for pages: node:http sending the same bytes and headers as our server at SAME_AS. */
import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

const perConnection = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding'])

function fetchOnce(url: string): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () => resolve({ headers: answer.headers, body: Buffer.concat(chunks) }))
    }).on('error', reject)
  })
}

const { headers, body } = await fetchOnce(process.env.SAME_AS ?? '')
const sent = Object.fromEntries(Object.entries(headers).filter(([name]) => !perConnection.has(name)))

const server = createServer((_request, response) => {
  response.writeHead(200, sent).end(body)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(`http://localhost:${port}`)
})
process.once('SIGTERM', () => process.exit(0))
