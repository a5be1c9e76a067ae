/** Runs our server with the built page in FLOOR_DIST. */
import { runProcess } from '../../server/run-process.ts'

await runProcess(process.env.FLOOR_DIST)
