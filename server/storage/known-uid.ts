import type { Engine } from './engine.ts'

/** The UID of the newest event that a calendar has of us; undefined as long as none has one. */
export async function knownUid({ db }: Engine): Promise<string | undefined> {
  const kept = db.selectFrom('calendar_events').select('uid').orderBy('updated_at_ms', 'desc').limit(1)
  const copied = db.selectFrom('calendar_copies').select('uid').orderBy('start_ms', 'desc').limit(1)
  return ((await kept.executeTakeFirst()) ?? (await copied.executeTakeFirst()))?.uid
}
