import type { Generated, Kysely, Selectable } from 'kysely'
import type {
  Actor,
  AppointmentChange,
  AppointmentStatus,
  Attendance,
  ReferralSource,
} from '../../booking/appointment.ts'
import type { JobKind } from '../../booking/job-kinds.ts'

/**
 * What a poll suspects of an event. No poll applies it at first sight, because the owner may be in the middle of it:
 * the next one looks again at what is 'missing', or moved onto a 'slot-taken'.
 *
 * 'on-hold': gone with so many others that the owner is asked. 'confirmed': the owner answered that it is canceled.
 * 'applied': its appointment was canceled. 'restored': it is back although its appointment is canceled.
 */
export type SuspectedChange = 'missing' | 'slot-taken' | 'on-hold' | 'confirmed' | 'applied' | 'restored'

/** Running isn't stored: it is a lease on a pending or superseded job. */
export type JobStatus = 'pending' | 'done' | 'failed' | 'superseded'

/** How a job that is done ended. */
export type Outcome = 'delivered' | 'too-late' | 'not-wanted' | 'no-address' | 'nothing-to-report'

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
    booked_by: Generated<'client' | 'desk'>
    /** A keyed digest of the network that an anonymous booking came from; null for the desk. */
    booked_from: Generated<string | null>
    /** The owner's own. */
    note: Generated<string>
    /** The number as it is compared; null without one. */
    phone_key: Generated<string | null>
    /** The mailbox behind the address, in one spelling; null without one. */
    mailbox: Generated<string | null>
    /** What keeps apart the owner's entries whose clients can't be reached; empty where the six fields do. */
    idempotency_key: Generated<string>
    /** From then on what identifies the client is empty or null, and the id is the idempotency key. */
    anonymized_at_ms: Generated<number | null>
  }

  /** The history of an appointment: one row for each sequence after 0. */
  appointment_changes: {
    appointment_id: string
    sequence: number
    what: AppointmentChange['what']
    from_ms: number
    to_ms: number | null
    changed_by: Actor
    changed_at_ms: number
    /** What the owner has written to the client about it. */
    message: Generated<string>
  }

  /** The links with which clients see and change their appointment; each mail has one of its own. */
  manage_links: {
    /** SHA-256 of the token, so that nobody who reads the database can open a link. */
    token_hash: string
    appointment_id: string
    created_at_ms: number
  }

  jobs: {
    id: Generated<number>
    /** What it is about: an appointment, or a blocked time. */
    appointment_id: string | null
    blocked_time_id: Generated<string | null>
    kind: JobKind
    /** The sequence of that, which the effect is about. */
    sequence: number
    /** When it is next to be tried; while an attempt runs, when that attempt counts as lost. */
    due_at_ms: number
    attempts: Generated<number>
    /** Until when the running attempt owns the row; null when none runs. */
    leased_until_ms: Generated<number | null>
    status: Generated<JobStatus>
    /** Set only when done. */
    outcome: Generated<Outcome | null>
    /** The event's UID or the email's Message-ID; set only when delivered. */
    reference: Generated<string | null>
    finished_at_ms: Generated<number | null>
    /** Kind of the last error, without anything a client has typed. */
    last_error: Generated<string | null>
    /** When the owner was alerted that it keeps failing. */
    alerted_at_ms: Generated<number | null>
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
  synced_events: {
    calendar: string
    uid: string
    /** The appointment's sequence that is shown. */
    sequence: number
    /** 1 when the event is to be written again, whatever is there. */
    needs_rewrite: Generated<0 | 1>
    status: AppointmentStatus
    start_ms: number
    end_ms: number
    /** Where the owner moved the event when that was last rejected, and why. */
    rejected_start_ms: Generated<number | null>
    rejection: Generated<Rejection | null>
    rejections: Generated<number>
    /** Since when it is suspected, and when the owner was alerted to it. */
    suspected_change: Generated<SuspectedChange | null>
    suspected_at_ms: Generated<number | null>
    alerted_at_ms: Generated<number | null>
  }

  calendar_polls: {
    calendar: string
    /** When it was last read as a whole. */
    polled_at_ms: Generated<number | null>
    /** How many of its events could not be read, and of how many the owner was told. */
    unreadable: Generated<number>
    alerted_unreadable: Generated<number>
    /** The last reading that the owner was told was long ago. */
    alerted_polled_at_ms: Generated<number | null>
    /** When it is to be read next, by whichever process comes first. */
    next_poll_at_ms: number
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
  sign_in_emails: {
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
  blocked_times: {
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
