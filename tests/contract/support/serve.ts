import { runProcess } from '../../../server/run-process.ts'

// Runs the server as `npm start` does, with the built page in the folder given as its argument.
await runProcess(process.argv[2])
