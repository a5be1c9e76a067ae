import '../../../server/fast-start.ts'

// Runs the server as `npm start` does, with the built page in the folder given as its argument.
const { runProcess } = await import('../../../server/run-process.ts')
await runProcess(process.argv[2])
