/**
 * Builds the page into dist/: the scripts, the prerendered HTML with its style inlined, the hashes of everything
 * inlined for the Content Security Policy, and the compressed copies. Run it with `node web/build.ts`.
 */
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Manifest } from 'vite'
import { compressAssets } from './build/compress-assets.ts'
import { contentSecurityHashes } from './build/content-security-hashes.ts'
import { buildDesk } from './build/desk.ts'
import { hydrationAddresses } from './build/hydration-addresses.ts'
import { inlineScript } from './build/inline-script.ts'
import { robots, sitemap } from './build/search-engine-files.ts'

const root = new URL('..', import.meta.url).pathname
const dist = join(root, 'dist')

await build({ root, logLevel: 'warn', build: { outDir: dist, emptyOutDir: true } })

const manifestFile = join(dist, '.vite/manifest.json')
const manifest: Manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))

/** The built text of a style sheet; it goes into the HTML and not beside it. */
function takeStyles(source: string): string {
  const file = manifest[source]?.file
  if (!file) throw new Error(`The build made nothing of ${source}`)
  const text = readFileSync(join(dist, file), 'utf8').trim()
  rmSync(join(dist, file))
  return text
}

const styles = takeStyles('web/styles/index.css')
const otherPagesStyles = takeStyles('web/styles/other-pages.css')
const hydrationScripts = hydrationAddresses(manifest)
const afterLoadCode = await inlineScript(root, 'web/hydration/after-load.ts', { hydrationScripts })
const afterLoadScript = `/assets/after-load-${createHash('sha256').update(afterLoadCode).digest('hex').slice(0, 8)}.js`
writeFileSync(join(dist, afterLoadScript), afterLoadCode)
const { start: startScript } = hydrationScripts
const boot = await inlineScript(root, 'web/hydration/boot.ts', { startScript, afterLoadScript })
const logNotFound = await inlineScript(root, 'web/hydration/log-not-found.ts', {})

const prerenderFolder = mkdtempSync(join(tmpdir(), 'page-'))
try {
  await build({
    root,
    logLevel: 'warn',
    build: {
      ssr: true,
      ssrEmitAssets: true,
      outDir: prerenderFolder,
      emptyOutDir: true,
      manifest: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: 'web/prerender.tsx',
        output: {
          assetFileNames: 'assets/[name]-[hash:6][extname]',
          entryFileNames: 'prerender.mjs',
          codeSplitting: false,
        },
      },
    },
    ssr: { noExternal: true },
  })
  // Pictures that only the prerendered HTML names are files of this build.
  const pictures = join(prerenderFolder, 'assets')
  if (existsSync(pictures)) cpSync(pictures, join(dist, 'assets'), { recursive: true })
  const prerender = join(prerenderFolder, 'prerender.mjs')
  const { renderFiles }: typeof import('./prerender.tsx') = await import(pathToFileURL(prerender).href)
  const css = { css: styles, otherPagesCss: `${styles}\n${otherPagesStyles}` }
  const pages = Object.entries(await renderFiles({ ...css, boot, logNotFound }))
  for (const [name, html] of pages) writeFileSync(join(dist, name), html)
  const isLanding = ([name]: readonly [string, string]) => name === 'index.html'
  const hashesOf = (some: typeof pages) => contentSecurityHashes(some.map(([, html]) => html))
  const inlined = {
    landing: hashesOf(pages.filter(isLanding)),
    others: hashesOf(pages.filter((page) => !isLanding(page))),
  }
  writeFileSync(join(dist, 'csp.json'), JSON.stringify(inlined))
} finally {
  rmSync(prerenderFolder, { recursive: true })
}

writeFileSync(join(dist, 'robots.txt'), robots)
writeFileSync(join(dist, 'sitemap.xml'), sitemap)
rmSync(join(dist, '.vite'), { recursive: true })
await buildDesk(root, dist)
await compressAssets(dist)
