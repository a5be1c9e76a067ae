import type { FastifyInstance } from 'fastify'
import { onlyMethods } from './only-methods.ts'
import type { Services } from './services.ts'

const url = '/healthz'

/** A write that went well speaks for so long for the next, so that whoever asks cannot keep the disk busy. */
const goodForMs = 2000

/** Green only when the database takes a write: then bookings can be taken. */
export function healthz(app: FastifyInstance, { storage, now }: Services): void {
  let writtenAtMs = Number.NEGATIVE_INFINITY
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    try {
      await storage.checkWritable(now())
      writtenAtMs = now()
    } finally {
      writing = undefined
    }
  }

  app.get(url, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    // A clock that was set back says nothing.
    if (Math.abs(now() - writtenAtMs) >= goodForMs) {
      writing ??= write()
      await writing
    }
    return { status: 'ok' }
  })
  onlyMethods(app, url, ['GET', 'HEAD'])
}
