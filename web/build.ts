/**
 * Builds the page into dist/: the scripts, the prerendered HTML with its style inlined, the hashes of everything
 * inlined for the Content Security Policy, and the compressed copies. Run it with `node web/build.ts`.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Manifest } from 'vite'
import { compressAssets } from './build/compress-assets.ts'
import { contentSecurityHashes } from './build/content-security-hashes.ts'
import { hydrationScripts } from './build/hydration-scripts.ts'
import { inlineScript } from './build/inline-script.ts'
import { robots, sitemap } from './build/search-engine-files.ts'

const root = new URL('..', import.meta.url).pathname
const dist = join(root, 'dist')

await build({ root, logLevel: 'warn', build: { outDir: dist, emptyOutDir: true } })

const manifestFile = join(dist, '.vite/manifest.json')
const manifest: Manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
const stylesheet = manifest['web/styles/index.css']?.file
if (!stylesheet) throw new Error('The build made no style sheet')
const css = readFileSync(join(dist, stylesheet), 'utf8').trim()

const scripts = hydrationScripts(manifest)
const boot = await inlineScript(root, 'web/hydration/boot.ts', { hydrationScripts: scripts })
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
        output: { entryFileNames: 'prerender.mjs', codeSplitting: false },
      },
    },
    ssr: { noExternal: true },
  })
  // Pictures that only the prerendered HTML names are files of this build.
  const pictures = join(prerenderFolder, 'assets')
  if (existsSync(pictures)) cpSync(pictures, join(dist, 'assets'), { recursive: true })
  const { renderFiles }: typeof import('./prerender.tsx') = await import(
    pathToFileURL(join(prerenderFolder, 'prerender.mjs')).href
  )
  const pages = await renderFiles({ css, boot, logNotFound })
  for (const [name, html] of Object.entries(pages)) writeFileSync(join(dist, name), html)
  writeFileSync(join(dist, 'csp.json'), JSON.stringify(contentSecurityHashes(Object.values(pages))))
} finally {
  rmSync(prerenderFolder, { recursive: true })
}

writeFileSync(join(dist, 'robots.txt'), robots)
writeFileSync(join(dist, 'sitemap.xml'), sitemap)
rmSync(join(dist, stylesheet))
rmSync(join(dist, '.vite'), { recursive: true })
await compressAssets(dist)
