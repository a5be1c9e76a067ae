import { spawn } from 'node:child_process'
import { mkdirSync, watch } from 'node:fs'
import { join, resolve } from 'node:path'
import { copyShop, ensureBuilt, hasOwnShop } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { pinnedNodePath, root } from './run.mjs'

// Serves the page with hot reload on PORT. The server listens on the next port, with its own data.

ensureInstalled()
ensureBuilt()

const port = Number(process.env.PORT || 3000)
const callsPort = port + 1
const dataDir = resolve(root, process.env.DATA_DIR ?? 'data/dev')
mkdirSync(dataDir, { recursive: true })

const builtShop = join(root, 'dist.shop')
const programs = [
  {
    args: ['--watch', join(root, 'server/main.ts')],
    // Not in the shop's folder, whose `.env` may contain the real database and mail server.
    cwd: dataDir,
    env: { PORT: String(callsPort), PUBLIC_URL: `http://localhost:${port}`, DATA_DIR: dataDir },
  },
  {
    args: [
      ...['--import', './server/own-shop.ts', 'node_modules/vite/bin/vite.js'],
      // Vite's own reader of vite.config.ts would take the shop's look and sections from demo/.
      ...['--configLoader', 'native'],
      // Otherwise Vite would take the next port, which is the server's.
      ...['--port', String(port), '--strictPort'],
    ],
    cwd: root,
    env: { API_URL: `http://127.0.0.1:${callsPort}`, ...(hasOwnShop() && { SHOP_DIST: builtShop }) },
  },
]

const children = programs.map(({ args, cwd, env }) =>
  spawn(pinnedNodePath(), args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } }),
)

/** @type {NodeJS.Timeout | undefined} */
let soon
if (hasOwnShop()) {
  // Both programs read the copy. An error in shop/ leaves it unchanged.
  watch(join(root, 'shop'), { recursive: true }, () => {
    clearTimeout(soon)
    soon = setTimeout(() => copyShop(builtShop), 100)
  })
}

function stop() {
  for (const child of children) child.kill('SIGTERM')
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
for (const child of children) {
  child.on('exit', (code) => {
    stop()
    process.exitCode ||= code ?? 1
  })
}
