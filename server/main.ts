import './own-shop.ts'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Without this, React does twice the work when it renders emails.
process.env.NODE_ENV ??= 'production'
// The next start skips compiling and stripping, so it takes less memory.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/server'))

const { runProcess } = await import('./run-process.ts')
await runProcess()
