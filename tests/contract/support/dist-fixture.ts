import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const head =
  '<link rel="canonical" href="%PUBLIC_URL%/"><meta name="anon-key" content="%ANON_KEY%"><meta name="earliest-date" content="%EARLIEST_DATE%"><meta name="opening" content="%OPENING%"><script type="application/ld+json">{"openingHoursSpecification":[%OPENING_HOURS%]}</script>'
/** The answer pages and emails come from the build of web/. */
const views = new URL('../../../dist/views.mjs', import.meta.url).href

const files = {
  'index.html': `<!doctype html><head><title>Shop</title>${head}</head><body><h1>The page</h1>${'<p>words</p>'.repeat(200)}</body>`,
  '404.html': `<!doctype html><head><title>404</title></head><body><h1>404</h1><p>Oops! Page not found</p></body>`,
  'desk.html': `<!doctype html><head><title>Desk</title><meta name="anon-key" content="%ANON_KEY%"></head><body><div id="root"></div></body>`,
  'views.mjs': `export * from '${views}'`,
  'robots.txt': 'Sitemap: %PUBLIC_URL%/sitemap.xml\n',
  'sitemap.xml': '<urlset><url><loc>%PUBLIC_URL%/</loc></url></urlset>',
  'csp.json': JSON.stringify({
    landing: { scriptHashes: ['sha256-c2NyaXB0'], styleHashes: ['sha256-c3R5bGU='] },
    others: { scriptHashes: ['sha256-b3RoZXI='], styleHashes: ['sha256-b3RoZXJz'] },
    desk: { scriptHashes: ['sha256-ZGVzaw=='], styleHashes: [] },
  }),
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
}

const script = `console.log(${JSON.stringify('x'.repeat(500))})`

/**
 * A minimal page in the built page's shape, so the server's tests are fast.
 * @returns its folder
 */
export function writeDistFixture(folder: string): string {
  const distDir = join(folder, 'dist')
  mkdirSync(join(distDir, 'assets'), { recursive: true })
  for (const [name, content] of Object.entries(files)) writeFileSync(join(distDir, name), content)
  writeFileSync(join(distDir, 'assets/page-abc123.js'), script)
  writeFileSync(join(distDir, 'assets/page-abc123.js.br'), brotliCompressSync(script))
  writeFileSync(join(distDir, 'assets/page-abc123.js.gz'), gzipSync(script))
  return distDir
}
