import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'
import { getErrorCode } from './errors.ts'

const flushAtLength = 16_000
const flushEveryMs = 500
/** Log lines that can't be written right now mustn't fill the memory. */
const waitingMax = 1_000_000
const busyPauseMs = 100
const busyPausesAtExit = 20

const isBusy = (error: unknown) => ['EAGAIN', 'EBUSY'].includes(getErrorCode(error) ?? '')

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyPauseMs)
}

/** Writes all that it can before the process ends. */
function writeNow(fd: number, text: string): void {
  let rest = Buffer.from(text)
  for (let pauses = 0; rest.length > 0 && pauses < busyPausesAtExit; ) {
    try {
      rest = rest.subarray(writeSync(fd, rest))
    } catch (error) {
      if (!isBusy(error)) return
      pauses += 1
      pause()
    }
  }
}

/**
 * Buffers a log. If writing fails, because the terminal closed or the disk is full, it drops lines and the server keeps
 * running: pino's own destination would retry forever when the process exits.
 */
export function logOutput(fd: number): DestinationStream {
  let waiting = ''
  let isFirst = true
  let isWriting = false

  function send(bytes: Buffer): void {
    write(fd, bytes, (error, count) => {
      if (error && isBusy(error)) return void setTimeout(send, busyPauseMs, bytes)
      if (!error && count < bytes.length) return send(bytes.subarray(count))
      isWriting = false
      if (waiting.length >= flushAtLength) flush()
    })
  }

  function flush(): void {
    if (isWriting || waiting === '') return
    isWriting = true
    const bytes = Buffer.from(waiting)
    waiting = ''
    send(bytes)
  }

  setInterval(flush, flushEveryMs).unref()
  process.on('exit', () => writeNow(fd, waiting))
  return {
    write(line) {
      // No console output may come before the first line, which has the version.
      if (isFirst) {
        isFirst = false
        return writeNow(fd, line)
      }
      if (waiting.length < waitingMax) waiting += line
      if (waiting.length >= flushAtLength) flush()
    },
  }
}
