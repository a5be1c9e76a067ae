/** Builds the page into dist/. Run it with `node web/build/main.ts`. */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Manifest } from 'vite'
import { buildDesk } from './desk.ts'
import { bundleInlineScript, compressAssets, contentSecurityHashes, hydrationAddresses } from './output.ts'
import { recolorArrows } from './own-look.ts'

const root = join(import.meta.dirname, '../..')
/** For an owner's own shop, this folder already has the shop. */
const dist = process.env.SHOP_DIST ?? join(root, 'dist.next')
const inUse = dist.replace(/\.next$/, '')

// Visitors get the production build, even from a shell that sets another one.
process.env.NODE_ENV = 'production'

/** Node reads vite.config.ts, because Vite's own reader would take the shop's look and sections from demo/. */
const options = { root, logLevel: 'warn', configLoader: 'native' } as const

await build({ ...options, build: { outDir: dist, emptyOutDir: !process.env.SHOP_DIST } })

const manifestFile = join(dist, '.vite/manifest.json')
const manifest: Manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))

/** Takes a built style sheet out of dist/: its text goes into the HTML. */
function takeStyles(source: string): string {
  const file = manifest[source]?.file
  if (!file) throw new Error(`The build made nothing of ${source}`)
  const text = readFileSync(join(dist, file), 'utf8').trim()
  rmSync(join(dist, file))
  return text
}

const lateStyleSheet = `/${manifest['web/styles/late.css']?.file}`
const heroPhotographCss = takeStyles('web/styles/hero-photograph.css')
const hasHero = existsSync(join(dist, 'shop/pictures/rendered/hero-860.avif'))
const logoCss = takeStyles('web/styles/logo.css')
const hasLogo = ['svg', 'png'].some((ending) =>
  existsSync(join(dist, `shop/pictures/rendered/logo.${ending}`)),
)
const css =
  takeStyles('web/styles/inlined.css') + (hasHero ? heroPhotographCss : '') + (hasLogo ? logoCss : '')
const bodyStyles = Object.fromEntries(
  ['below', 'sections'].map((name) => [name, `/${manifest[`web/styles/${name}.css`]?.file}`]),
)
const otherPagesCss = `${css}\n${takeStyles('web/styles/other-pages.css')}`
const hydrationScripts = hydrationAddresses(manifest)
const afterLoadCode = await bundleInlineScript(root, 'web/page/hydration/after-load.ts', { hydrationScripts })
const afterLoadScript = `/assets/after-load-${createHash('sha256').update(afterLoadCode).digest('hex').slice(0, 8)}.js`
writeFileSync(join(dist, afterLoadScript), afterLoadCode)
const addresses = { startScript: hydrationScripts.start, afterLoadScript, lateStyleSheet }
const boot = await bundleInlineScript(root, 'web/page/hydration/boot.ts', addresses)

// Emits pictures too, because only HTML refers to some of them.
await build({
  ...options,
  define: {
    'import.meta.env.BODY_STYLES': JSON.stringify(bodyStyles),
    'import.meta.env.OTHER_PAGES_STYLE': JSON.stringify(otherPagesCss),
    'process.env.NODE_ENV': '"production"',
  },
  build: {
    ssr: true,
    ssrEmitAssets: true,
    outDir: dist,
    emptyOutDir: false,
    manifest: false,
    minify: true,
    rolldownOptions: {
      input: 'web/build/prerender.tsx',
      output: { entryFileNames: 'views.mjs', codeSplitting: false },
    },
  },
  ssr: { noExternal: true },
})

const made: typeof import('./prerender.tsx') = await import(pathToFileURL(join(dist, 'views.mjs')).href)
const files = await made.renderFiles({ css, otherPagesCss, lateStyleSheet, boot })
for (const [name, html] of Object.entries(files)) writeFileSync(join(dist, name), html)
const inlined = {
  landing: contentSecurityHashes([boot], [css]),
  others: contentSecurityHashes([made.logNotFound], [otherPagesCss]),
  desk: await buildDesk(root, dist),
}
writeFileSync(join(dist, 'csp.json'), JSON.stringify(inlined))
rmSync(join(dist, '.vite'), { recursive: true })
recolorArrows(dist)
await compressAssets(dist)

// A service's user differs from the one who builds, whose umask or private files would lock it out.
chmodSync(dist, 0o755)
for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true }))
  chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)

// Last, and keeping the previous build, because a running server uses it until it restarts.
mkdirSync(join(inUse, 'assets'), { recursive: true })
rmSync(`${inUse}.before`, { recursive: true, force: true })
renameSync(inUse, `${inUse}.before`)
renameSync(dist, inUse)
