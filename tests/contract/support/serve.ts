import { runProcess } from '../../../server/run-process.ts'

// The server as `npm start` runs it, with the built page in the folder that is named first.
await runProcess({ distDir: process.argv[2] })
