import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { start } from '#copy/terminal.ts'
import type { Views } from '../booking/views.ts'
import { lazy } from './lib/async.ts'

const hashes = z.object({ scriptHashes: z.array(z.string()), styleHashes: z.array(z.string()) })

export type InlinedHashes = z.infer<typeof hashes>

const inlinedInPages = z.object({ landing: hashes, others: hashes, desk: hashes })

/** `own-shop.ts` sets the variable. */
export const distOfRepository = process.env.SHOP_DIST ?? join(import.meta.dirname, '..', 'dist')

export class PageMissing extends Error {
  override name = 'PageMissing'

  constructor(file: string) {
    super(start.notBuilt(file))
  }
}

/**
 * Reads Vite's output for web/.
 * @throws {PageMissing} with a message for the owner
 */
export function readBuiltPage(distDir: string) {
  const fileOf = (name: string) => {
    const file = join(distDir, name)
    if (!existsSync(file)) throw new PageMissing(file)
    return file
  }
  const read = (name: string) => readFileSync(fileOf(name), 'utf8')
  const index = read('index.html')
  const views = pathToFileURL(fileOf('views.mjs')).href
  return {
    distDir,
    /** Scripts and pictures, including the previous build's, because open pages still use them. */
    assetDirs: [distDir, `${distDir}.before`]
      .map((dir) => join(dir, 'assets'))
      .filter((dir) => existsSync(dir)),
    index,
    notFound: read('404.html'),
    desk: read('desk.html'),
    robots: read('robots.txt'),
    sitemap: read('sitemap.xml'),
    inlined: inlinedInPages.parse(JSON.parse(read('csp.json'))),
    /** Loaded on first use, because the emails and React take 10 MiB of memory. */
    views: lazy(async (): Promise<Views> => (await import(views)).views),
  }
}

export type BuiltPage = ReturnType<typeof readBuiltPage>
