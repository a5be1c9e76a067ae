import type { Generated, Kysely, Selectable } from 'kysely'
import type {
  AppointmentChange,
  AppointmentStatus,
  Attendance,
  ChangedBy,
  ReferralSource,
} from '../../booking/appointment.ts'
import type { JobKind } from '../../booking/job-kinds.ts'
import type { Party } from '../../booking/owner-api.ts'

/**
 * What a reading has found amiss with an event. Nothing is taken back at first sight, because the owner may be in the
 * middle of it: what is 'missing', or moved to where the time is 'taken', is looked at again by the next reading.
 *
 * 'held': gone together with so many others that the owner is asked. 'released': the owner has answered that its
 * appointment is cancelled. 'followed': the appointment was cancelled because the event was gone. 'restored': it
 * stands there although its appointment is cancelled.
 */
export type SuspectedChange = 'missing' | 'taken' | 'held' | 'released' | 'followed' | 'restored'

/** The tables as both engines have them. Columns that end in `_ms` are epoch milliseconds. */
export interface Tables {
  appointments: {
    /** UUIDv7, so that the order of ids is the order of booking. */
    id: string
    full_name: string
    /** Of these three, what the owner was not told, when they booked for a client, is empty. */
    email: string
    phone: string
    referral_source: ReferralSource | ''
    appointment_date: string
    appointment_time: string
    created_at_ms: number
    /** Which of the fitters; the database lets no two confirmed appointments overlap on one seat. */
    seat: number
    start_ms: number
    end_ms: number
    /** The end with the owner's buffer, as it was set when the appointment was booked. */
    occupied_until_ms: number
    status: Generated<AppointmentStatus>
    /** Counts the changes of the appointment, as iCalendar's SEQUENCE does (RFC 5545, 3.8.7.4). */
    sequence: Generated<number>
    attendance: Generated<Attendance | null>
    booked_by: Generated<Party>
    /** The owner's own. */
    note: Generated<string>
    /** The number as it is compared; null without one, and from a server of an earlier version. */
    phone_key: Generated<string | null>
    /** What keeps apart the owner's entries whose clients cannot be reached; empty where the six fields do. */
    entry_key: Generated<string>
  }

  /** The history of an appointment: one row for each sequence after 0. */
  appointment_changes: {
    appointment_id: string
    sequence: number
    what: AppointmentChange['what']
    from_ms: number
    to_ms: number | null
    changed_by: ChangedBy
    changed_at_ms: number
    /** What the owner has written to the client about it. */
    message: Generated<string>
  }

  /** The links with which clients see and change their appointment; each mail has one of its own. */
  visit_tokens: {
    /** SHA-256 of the token, so that nobody who reads the database can open a link. */
    token_hash: string
    appointment_id: string
    created_at_ms: number
  }

  outbox: {
    id: Generated<number>
    /** What it is owed for: an appointment, or a closure. */
    appointment_id: string | null
    closure_id: Generated<string | null>
    kind: JobKind
    /** The sequence of that, which the effect is about. */
    sequence: number
    /** When it is next to be tried; while an attempt runs, when that attempt counts as lost. */
    due_at_ms: number
    attempts: Generated<number>
    /** Until when the running attempt owns the row; null when none runs. */
    claimed_until_ms: number | null
    done_at_ms: number | null
    /** Kind of the last failure, without anything a client has typed. */
    last_error: string | null
    /** What the delivery was known by: an event's UID, a mail's Message-ID; null with done_at_ms: given up. */
    result: string | null
    /** When the owner was told that it keeps failing. */
    told_at_ms: Generated<number | null>
  }

  calendar_events: {
    uid: string
    sequence: number
    start_ms: number
    end_ms: number
    summary: string
    description: string
    location: string
    status: Generated<AppointmentStatus>
    /** The client; both null when nobody is told as coming. */
    attendee_name: Generated<string | null>
    attendee_email: Generated<string | null>
    updated_at_ms: number
  }

  /** What we know that a calendar on somebody else's server shows of an appointment. */
  calendar_copies: {
    calendar: string
    uid: string
    /** The appointment's sequence that is shown; below 0 when the event is to be put back. */
    sequence: number
    status: AppointmentStatus
    start_ms: number
    end_ms: number
    /** Where the owner had moved the event to when that could not be followed, and why. */
    refused_start_ms: number | null
    /** What a reading has found amiss with it, and since when; what of that the owner was told. */
    doubt: Generated<SuspectedChange | null>
    doubted_at_ms: Generated<number | null>
    told_at_ms: Generated<number | null>
    refused_why: Rejection | null
    refusals: Generated<number>
  }

  calendar_reads: {
    calendar: string
    /** Not used any more: the version before kept there where to read on. */
    cursor: string | null
    /** When it was last read as a whole. */
    read_at_ms: number | null
    /** How many of its events could not be read, and of how many the owner was told. */
    unreadable: Generated<number>
    told_unreadable: Generated<number>
    /** The last reading that the owner was told was long ago. */
    told_read_at_ms: Generated<number | null>
    /** When it is to be read next, by whichever process comes first. */
    next_turn_at_ms: number
  }

  /** What else stands in the owner's calendar; times and nothing more. */
  busy_times: {
    calendar: string
    start_ms: number
    end_ms: number
  }

  visitors: {
    id: string
    seen_at_ms: number
  }

  /** How many appointments were booked with one mailbox on the newest day. */
  mailbox_counts: {
    /** A digest. */
    mailbox: string
    day: string
    count: number
  }

  heartbeat: {
    id: number
    beat_at_ms: number
  }

  /** The links that open the desk. */
  sign_in_links: {
    /** SHA-256 of the token. */
    token_hash: string
    /** Whom it was made for. */
    email: string
    created_at_ms: number
    expires_at_ms: number
    used_at_ms: number | null
  }

  /** The last mails with such links: each address has so many places as it may get mails in a while. */
  sign_in_mails: {
    email: string
    place: number
    sent_at_ms: number
  }

  sessions: {
    /** UUID */
    id: string
    email: string
    created_at_ms: number
    /** When it was begun or last refreshed. */
    used_at_ms: number
    ended_at_ms: number | null
  }

  /** Each is used once; the used ones are kept as long as their session, to know one that comes again. */
  refresh_tokens: {
    /** SHA-256 of the token. */
    token_hash: string
    session_id: string
    used_at_ms: number | null
  }

  secrets: {
    name: string
    secret: string
  }

  /** How far forgetting clients has come; one row. */
  retention: {
    id: number
    /** What a clock last showed, and the moment that two of its readings agree has passed. */
    read_at_ms: Generated<number | null>
    agreed_ms: Generated<number | null>
    /** How often somebody was forgotten since the files were last cleared of it. */
    to_purge: Generated<number>
  }

  /** When the owner receives nobody. */
  closures: {
    /** UUIDv7 */
    id: string
    /** "YYYY-MM-DDTHH:MM" on the shop's clock, and the instants they stand for. */
    from_wall_time: string
    to_wall_time: string
    start_ms: number
    end_ms: number
    reason: string
    /** Cancelled once the time is open again. */
    status: AppointmentStatus
    sequence: number
  }

  /** One row once the owner has changed the hours at the desk; before, those of demo/ are in force. */
  opening_hours: {
    id: number
    /** JSON */
    opening: string
  }
}

/** A row as it is read. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>

/** A database, or a transaction of it. */
export type Db = Kysely<Tables>

/** Why an owner's move of an event was not followed. */
export type Rejection = 'taken' | 'all-day' | 'past' | 'clock-change'
