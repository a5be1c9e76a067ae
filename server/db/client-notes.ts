import type { NoteOutcome } from './appointment-changes.ts'
import { runInBatches } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import { clientGroups, getAllOfClients, type Known } from './one-client.ts'
import { getAppointments } from './rows.ts'
import type { Db, Row } from './schema.ts'

type NoteRow = Row<'client_notes'>

const notesAmong = (db: Db, ids: readonly string[]): Promise<NoteRow[]> =>
  runInBatches(ids, (batch) =>
    db.selectFrom('client_notes').selectAll().where('appointment_id', 'in', batch).execute(),
  )

/** If a booking shows that two clients are one, it keeps both notes, one below the other. */
const joined = (notes: readonly NoteRow[]) =>
  notes
    .toSorted((a, b) => a.changed_at_ms - b.changed_at_ms || (a.appointment_id < b.appointment_id ? -1 : 1))
    .map(({ note }) => note)
    .filter((note, index, all) => all.indexOf(note) === index)
    .join('\n')

/** @param all - every appointment of each client among them */
export async function loadClientNotes(db: Db, all: readonly Known[]): Promise<(id: string) => string> {
  const notes = await notesAmong(
    db,
    all.map(({ id }) => id),
  )
  if (notes.length === 0) return () => ''
  const noteOf = new Map(notes.map((note) => [note.appointment_id, note]))
  const groupOf = clientGroups(all)
  return (id) => joined(groupOf(id).flatMap((appointment) => noteOf.get(appointment.id) ?? []))
}

async function replaceNotes(db: Db, notes: readonly NoteRow[], next: NoteRow | null): Promise<void> {
  const ids = notes.map(({ appointment_id }) => appointment_id)
  if (ids.length > 0) await db.deleteFrom('client_notes').where('appointment_id', 'in', ids).execute()
  if (next?.note) await db.insertInto('client_notes').values(next).execute()
}

/**
 * Runs before these appointments are anonymized.
 * @param isForgotten - whether the owner deletes the client's data. If appointments only expire, the note moves to the
 * newest remaining one
 */
export async function deleteClientNotes(db: Db, ids: readonly string[], isForgotten: boolean): Promise<void> {
  const all = await getAllOfClients(db, await getAppointments(db, ids))
  const groupOf = clientGroups(all)
  const expired = new Set(ids)
  const groups = new Set(ids.map(groupOf))
  for (const group of groups) {
    const notes = await notesAmong(
      db,
      group.map(({ id }) => id),
    )
    if (notes.length === 0) continue
    const [newest] = group.filter(({ id }) => !expired.has(id)).sort((a, b) => b.start_ms - a.start_ms)
    const isKept = newest !== undefined && !isForgotten
    const changed_at_ms = Math.max(...notes.map((note) => note.changed_at_ms))
    await replaceNotes(
      db,
      notes,
      isKept ? { appointment_id: newest.id, note: joined(notes), changed_at_ms } : null,
    )
  }
}

export interface ClientNote {
  id: string
  note: string
  /** The note that this one replaces. A different one stays. */
  before: string | undefined
}

export function createClientNoteStore({ write, lockLimits }: Engine) {
  return {
    /** Skips an anonymized appointment, and never overwrites a note other than the expected one. */
    set: ({ id, note, before }: ClientNote, nowEpochMs: number): Promise<NoteOutcome> =>
      write(async (transaction) => {
        // Two devices can edit one client's note from different appointments.
        await lockLimits(transaction, ['client notes'])
        const [row] = await getAppointments(transaction, [id])
        if (!row) return 'unknown'
        if (row.anonymized_at_ms !== null) return 'stale'
        const all = await getAllOfClients(transaction, [row])
        const notes = await notesAmong(
          transaction,
          all.map((appointment) => appointment.id),
        )
        const current = joined(notes)
        if (before !== undefined && current !== before && current !== note) return 'stale'
        await replaceNotes(transaction, notes, { appointment_id: id, note, changed_at_ms: nowEpochMs })
        return 'noted'
      }),
  }
}
