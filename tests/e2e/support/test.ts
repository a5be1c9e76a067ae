import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { type RunningServer, startServer } from '../../../server/app.ts'
import { readConfig } from '../../../server/config/config.ts'

/** A real server on the built page, with its own database, mails and calendar. */
export interface TestShop extends Pick<RunningServer, 'url' | 'close'> {
  /** The mails sent so far, as they would go out. */
  mails(): Promise<string[]>
  /** The business calendar as its feed shows it. */
  calendar(): Promise<string>
}

interface Options {
  /** Settings of the server, as environment variables. */
  settings: Record<string, string>
}

async function openShop(dataDir: string, settings: Record<string, string>): Promise<TestShop> {
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '0', ...settings })
  const server = await startServer({ config })
  return {
    url: server.url,
    close: server.close,
    async mails() {
      const folder = join(dataDir, 'mail')
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
      return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    },
    async calendar() {
      return (await fetch(server.calendarWhere.replace('localhost', '127.0.0.1'))).text()
    },
  }
}

export const test = base.extend<Options & { shop: TestShop }>({
  settings: [{}, { option: true }],
  shop: async ({ settings }, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'shop-'))
    try {
      const shop = await openShop(dataDir, settings)
      await use(shop)
      await shop.close()
    } finally {
      await rm(dataDir, { recursive: true })
    }
  },
  baseURL: async ({ shop }, use) => use(shop.url),
})

export { expect } from '@playwright/test'
