import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'

// After this, `npm start` replaces its shell with the server (`exec` in package.json), so SIGTERM to npm ends the server.
ensureInstalled()
ensureBuilt()
