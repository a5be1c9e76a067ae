import { createServer, request as forward } from 'node:http'
import { listen } from './listen.ts'

interface OwnAnswer {
  status: number
  xml?: string
}

interface Behaviour {
  /** What it answers by itself; null to pass the request on. */
  answerTo?: (body: Buffer) => OwnAnswer | null
  /** Whether the answer to such a request is never given, although the request was passed on and done. */
  swallows?: (method: string) => boolean
  /** Told when a request was done whose answer is not given. */
  swallowed?: () => void
}

/** A server in front of another, as networks and providers put them there. @returns the same address on it */
export async function behind(url: string, { answerTo, swallows, swallowed }: Behaviour): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const own = answerTo?.(body)
      if (own) {
        response.writeHead(own.status, { 'content-type': 'application/xml' }).end(own.xml)
        return
      }
      const { method = 'GET', headers } = request
      forward(new URL(request.url ?? '/', url), { method, headers }, (answer) => {
        if (swallows?.(method)) {
          answer.resume().on('end', () => swallowed?.())
          return
        }
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      }).end(body)
    })
  })
  const port = await listen(server)
  return new URL(new URL(url).pathname, `http://127.0.0.1:${port}`).href
}
