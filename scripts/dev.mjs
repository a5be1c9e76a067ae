import { spawn } from 'node:child_process'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { pinnedNode, root, whenOrphaned } from './run.mjs'

// The page with hot reload on http://localhost:3000, or on PORT; the calls behind it on the next one, with its own data.

ensureInstalled()
ensureBuilt()

const port = Number(process.env.PORT || 3000)
const callsPort = port + 1

const programs = [
  {
    args: ['--watch', 'server/main.ts'],
    env: {
      PORT: String(callsPort),
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: process.env.DATA_DIR ?? './data/dev',
    },
  },
  {
    // By itself Vite would take the next port, which is the server's.
    args: ['node_modules/vite/bin/vite.js', '--port', String(port), '--strictPort'],
    env: { API_URL: `http://127.0.0.1:${callsPort}` },
  },
]

const children = programs.map(({ args, env }) =>
  spawn(pinnedNode(), args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }),
)

function stop() {
  for (const child of children) child.kill('SIGTERM')
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
whenOrphaned(stop)
for (const child of children) {
  child.on('exit', (code) => {
    stop()
    process.exitCode ||= code ?? 1
  })
}
