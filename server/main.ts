import './own-shop.ts'

// Without this, React does twice the work when it renders emails.
process.env.NODE_ENV ??= 'production'

const { runProcess } = await import('./run-process.ts')
await runProcess()
