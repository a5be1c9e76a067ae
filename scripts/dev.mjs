import { spawn } from 'node:child_process'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { pinnedNode, root, whenOrphaned } from './run.mjs'

// The page with hot reload on http://localhost:3000, the calls behind it on port 3001 with its own data.

ensureInstalled()
ensureBuilt()

const programs = [
  {
    args: ['--watch', 'server/main.ts'],
    env: {
      PORT: '3001',
      PUBLIC_URL: 'http://localhost:3000',
      DATA_DIR: process.env.DATA_DIR ?? './data/dev',
    },
  },
  { args: ['node_modules/vite/bin/vite.js', '--port', '3000'], env: { API_URL: 'http://127.0.0.1:3001' } },
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
