import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import sharp from 'sharp'
import { build } from 'vite'
import { desk } from '#copy/desk.ts'
import { business } from '#shop/business.ts'
import { deskPath } from '../../booking/links.ts'
import { bundleInlineScript, contentSecurityHashes } from './output.ts'
import { colors, ownLook } from './own-look.ts'
import { ownShop } from './own-shop.ts'

const page = 'web/desk/index.html'

/** For the home screen: browsers require 192 and 512 px. */
async function icons(dist: string) {
  const drawing = readFileSync(fileURLToPath(import.meta.resolve('#shop/pictures/rendered/icon.svg')))
  return Promise.all(
    [192, 512].map(async (size) => {
      const src = `/desk-icon-${size}.png`
      await sharp(drawing, { density: size * 2 })
        .resize(size, size)
        .png()
        .toFile(join(dist, src))
      return { src, sizes: `${size}x${size}`, type: 'image/png' }
    }),
  )
}

/** Not precached: textures that the desk can do without. */
const isKept = (name: string) => /\.(js|css|woff2|svg)$/.test(name)

/** The desk's service worker. Any changed file makes it a new worker. */
async function writeWorker(root: string, dist: string): Promise<void> {
  const files = readdirSync(join(dist, 'assets/desk'))
    .filter(isKept)
    .map((name) => `/assets/desk/${name}`)
  const cacheName = `desk-${createHash('sha256').update(files.join()).digest('hex').slice(0, 8)}`
  const code = await bundleInlineScript(root, 'web/desk/worker.ts', { deskPath, files, cacheName })
  writeFileSync(join(dist, 'desk-worker.js'), code)
}

const styleSheet = /\s*<link rel="stylesheet".* href="([^"]+)">/

function takeStyles(html: string, dist: string): string {
  const [, address = ''] = styleSheet.exec(html) ?? []
  const text = readFileSync(join(dist, address), 'utf8').trim()
  rmSync(join(dist, address))
  return text
}

/**
 * Built after the page and separately, so visitors load nothing of it.
 * @returns its inlined text’s hashes
 */
export async function buildDesk(root: string, dist: string) {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [react(), ownShop(), ownLook()],
    build: {
      outDir: dist,
      emptyOutDir: false,
      cssTarget: ['chrome120', 'edge120', 'firefox121', 'safari16.4'],
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: page,
        output: {
          assetFileNames: 'assets/desk/[name]-[hash:6][extname]',
          chunkFileNames: 'assets/desk/[name]-[hash:6].js',
          entryFileNames: 'assets/desk/[name]-[hash:6].js',
          // The day loads one file, even if other views share parts of it.
          codeSplitting: { groups: [{ name: 'day', tags: ['$initial'] }] },
        },
      },
    },
  })
  const html = readFileSync(join(dist, page), 'utf8')
  rmSync(join(dist, 'web'), { recursive: true })
  const styles = takeStyles(html, dist)
  writeFileSync(join(dist, 'desk.html'), html.replace(styleSheet, `\n    <style>${styles}</style>`))
  const manifest = {
    id: deskPath,
    name: `${business.name}: ${desk.name.toLowerCase()}`,
    short_name: desk.name,
    start_url: deskPath,
    display: 'standalone',
    background_color: colors.ground,
    theme_color: colors.cloth,
    icons: await icons(dist),
  }
  writeFileSync(join(dist, 'desk.webmanifest'), JSON.stringify(manifest))
  await writeWorker(root, dist)
  return contentSecurityHashes([], [styles])
}
