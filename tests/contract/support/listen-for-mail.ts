import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

/**
 * A mail server on loopback that takes mails without a name or encryption, until the test is over.
 *
 * @param port - any, unless one is named
 * @returns its address
 */
export async function listenForMail(answers: SMTPServerOptions, port = 0): Promise<string> {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], ...answers })
  server.on('error', () => {
    // The sender has given up, or was killed in the middle of a sentence.
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
}
