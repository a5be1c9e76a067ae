import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { RequestCounts } from '../../base/request-counts.ts'
import { countsInMemory, digestOfKey, windowsOverBeforeMs } from '../request-counts.ts'

/** A count that is a moment old still limits, and a write for each request would cost a booking a fifth of its time. */
const shareAfterMs = 100
/** How long one process waits while another one writes, which takes microseconds. */
const busyTimeoutMs = 100

interface Added {
  windowStartMs: number
  count: number
}

function openFile(file: string) {
  closeSync(openSync(file, 'a', 0o600))
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs })
  database.exec('pragma journal_mode = wal')
  // Counting waits for no disk: a power cut may forget the last counts, and nothing else.
  database.exec('pragma synchronous = normal')
  database.exec(`create table if not exists request_counts
    (key text primary key, window_start_ms integer not null, count integer not null) strict, without rowid`)
  const clean = database.prepare('delete from request_counts where window_start_ms < ?')
  const add =
    database.prepare(`insert into request_counts as known (key, window_start_ms, count) values (?, ?, ?)
    on conflict (key) do update set window_start_ms = excluded.window_start_ms,
      count = excluded.count + case when known.window_start_ms = excluded.window_start_ms then known.count else 0 end
    returning count`)
  let cleanedForMs = Number.NEGATIVE_INFINITY

  function cleanFor(windowStartMs: number): void {
    const overBeforeMs = windowsOverBeforeMs(windowStartMs)
    if (overBeforeMs <= cleanedForMs) return
    clean.run(overBeforeMs)
    cleanedForMs = overBeforeMs
  }

  return {
    /** Adds what this process has counted. @returns what all have counted, in the same order */
    addAll(added: ReadonlyMap<string, Added>): number[] {
      database.exec('begin immediate')
      try {
        for (const { windowStartMs } of added.values()) cleanFor(windowStartMs)
        const totals = [...added].map(([key, { windowStartMs, count }]) =>
          Number(add.get(digestOfKey(key), windowStartMs, count)?.count),
        )
        database.exec('commit')
        return totals
      } catch (error) {
        database.exec('rollback')
        throw error
      }
    },
    close: () => database.close(),
  }
}

export interface SharedCounts {
  counts: RequestCounts
  close(): void
}

/**
 * Counts in memory that are put together, a moment later, with those of all processes on this machine that use the
 * same file. Whatever becomes of the file, no request is refused for it: each process then counts for itself.
 *
 * @param file - made when something is first counted
 */
export function countsInFile(file: string): SharedCounts {
  const ownCounts = countsInMemory()
  const unshared = new Map<string, Added>()
  let opened: ReturnType<typeof openFile> | undefined
  let sharing: NodeJS.Timeout | undefined

  function share(): void {
    sharing = undefined
    try {
      opened ??= openFile(file)
      const totals = opened.addAll(unshared)
      for (const [key, { windowStartMs }] of unshared)
        ownCounts.learn(key, windowStartMs, totals.shift() ?? 0)
    } catch {
      // A file that cannot be written now; what is counted next is shared again if it can be.
    }
    unshared.clear()
  }

  function add(key: string, windowStartMs: number): Promise<number> {
    const before = unshared.get(key)
    const count = before?.windowStartMs === windowStartMs ? before.count + 1 : 1
    unshared.set(key, { windowStartMs, count })
    sharing ??= setTimeout(share, shareAfterMs).unref()
    return ownCounts.add(key, windowStartMs)
  }

  return {
    counts: { add },
    close() {
      clearTimeout(sharing)
      if (unshared.size > 0) share()
      opened?.close()
    },
  }
}
