import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// React, which writes the mails, does twice the work where this does not say production.
process.env.NODE_ENV ??= 'production'
// What was compiled once is not compiled at the next start; without the types to be stripped it takes less memory too.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/server'))

const { runProcess } = await import('./run-process.ts')
const [parentPid] = process.argv.slice(2).map(Number)
await runProcess({ parentPid })
