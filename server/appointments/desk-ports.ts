import type {
  AppointmentFields,
  Attendance,
  BlockedTime,
  StoredBlockedTime,
} from '../../booking/appointment.ts'
import type { JobKind } from '../../booking/job-kinds.ts'
import type { DeskAppointment, FoundClient, OwedEntry } from '../../booking/owner-api.ts'
import type { Counted } from '../../booking/reports.ts'
import type { Interval } from '../../booking/time.ts'
import type { Opening } from '../../demo/types.ts'
import type { Write } from './ports.ts'

// What the owner's doings at the desk need from storage.

export type NoteOutcome = 'noted' | 'unknown' | 'stale' | 'not-begun'

/** Which appointment something is noted of; without a sequence, whatever has become of it. */
export interface Noted {
  id: string
  expectedSequence: number | undefined
}

/** What the owner notes of appointments. */
export interface NoteStore {
  /** Only of an appointment that stands and has begun by that moment. */
  setAttendance(of: Noted, attendance: Attendance | null, nowEpochMs: number): Promise<NoteOutcome>
  /** Not of somebody who is forgotten, nor over another note than the expected one, if there is one. */
  setNote(of: Noted & { expectedNote?: string | undefined }, note: string): Promise<NoteOutcome>
}

/** `wasClosed`: it stood already, just so. */
export type MadeClosure = StoredBlockedTime & { wasClosed: boolean }

/** When the owner receives nobody; no client's booking gets past a closure, however close they come. */
export interface ClosureStore {
  /** The very same closure is made once. */
  close(closure: Omit<BlockedTime, 'id'> & Interval, write: Write): Promise<MadeClosure>
  /** Opens the time again. @returns null when there is no such closure, or when it is open again already */
  reopen(id: string, write: Write): Promise<StoredBlockedTime | null>
  /** Another time for a closure that stands. @returns null when there is none */
  move(id: string, to: Omit<BlockedTime, 'id' | 'reason'> & Interval): Promise<StoredBlockedTime | null>
  /** In any order; opened ones too. */
  findByIds(ids: readonly string[]): Promise<StoredBlockedTime[]>
  /** The closures that overlap the given time, early to late. */
  during(interval: Interval): Promise<StoredBlockedTime[]>
  /** What else overlaps it in the owner's calendar, as that was last read; it closes the whole shop, too. */
  busyDuring(interval: Interval): Promise<Interval[]>
}

/** The opening hours that the owner has set at the desk. */
export interface OpeningStore {
  /** null as long as the owner has set none; the same object as long as they are the same. */
  find(): Promise<Opening | null>
  /**
   * Sets other hours, for all processes, and how many appointments the database lets overlap. A new rest between two
   * holds after those who are booked already, too, unless the next one comes sooner.
   * @param change - what becomes of the hours that are in force; what it throws is thrown, and nothing changes
   */
  change(initial: Opening, change: (before: Opening) => Opening, nowEpochMs: number): Promise<Opening>
}

/** What is known of a client, to tell whether it is the one who is looked for. */
export type ClientFacts = Pick<AppointmentFields, 'full_name' | 'email' | 'phone'>

/** Appointments with everything that the desk shows of them; what is owed is told as of the given moment. */
export interface DeskAppointmentStore {
  /** Those that begin in the interval, in the order of their starts, cancelled ones too. */
  startingDuring(interval: Interval, nowEpochMs: number): Promise<DeskAppointment[]>
  /** Those that stand at some moment of the interval. */
  standingDuring(interval: Interval, nowEpochMs: number): Promise<DeskAppointment[]>
  find(id: string, nowEpochMs: number): Promise<DeskAppointment | null>
  /** Clients whom `isWanted` finds, those who booked last first, each with all their appointments. */
  clients(
    isWanted: (client: ClientFacts) => boolean,
    most: number,
    nowEpochMs: number,
  ): Promise<FoundClient[]>
  countedDuring(interval: Interval): Promise<(Omit<Counted, 'booked_on'> & { bookedAtMs: number })[]>
  /** All that is overdue, the oldest first, and what it is owed for. */
  overdue(nowEpochMs: number): Promise<{ subjectId: string; kind: JobKind; entry: OwedEntry }[]>
  /** What is overdue for closed times in the interval, open again or not, and everything that is for other days. */
  overdueBeside(
    interval: Interval,
    nowEpochMs: number,
  ): Promise<{ ofClosures: OwedEntry[]; elsewhere: OwedEntry[] }>
}
