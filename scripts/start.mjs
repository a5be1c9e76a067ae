import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { become } from './run.mjs'

ensureInstalled()
ensureBuilt()
become('server/main.ts')
