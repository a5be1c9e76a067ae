import type { DeskAppointment, FoundClient, OwedEntry } from '../../booking/desk.ts'
import type { Counted } from '../../booking/figures.ts'
import type { FollowUpKind } from '../../booking/follow-up-kinds.ts'
import type { Interval } from '../../booking/interval.ts'

/** What is known of a client, to tell whether it is the one who is looked for. */
export interface ClientFacts {
  full_name: string
  email: string
  phone: string
}

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
  overdue(nowEpochMs: number): Promise<{ subjectId: string; kind: FollowUpKind; entry: OwedEntry }[]>
}
