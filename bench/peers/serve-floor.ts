/** The page's own server with another built page: that of FLOOR_DIST. */
import { runProcess } from '../../server/run-process.ts'

await runProcess(process.env.FLOOR_DIST)
