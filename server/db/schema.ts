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
 * A change of an event that a poll suspects. The owner may be in the middle of it, so the next poll checks again what
 * is 'missing', or was moved to a 'slot-taken'.
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
    /** UUIDv7, so the order of ids is the order of booking. */
    id: string
    full_name: string
    /** These three can be empty where the owner booked for a client. */
    email: string
    phone: string
    referral_source: ReferralSource | ''
    appointment_date: string
    appointment_time: string
    created_at_ms: number
    /** The id of one of the shop's kinds. */
    kind: Generated<string>
    /** One of the fitters; no two confirmed appointments overlap on one seat. */
    seat: number
    start_ms: number
    end_ms: number
    /** The end with the buffer of that time. */
    occupied_until_ms: number
    status: Generated<AppointmentStatus>
    /** Counts the changes of the appointment, as iCalendar's SEQUENCE does (RFC 5545, 3.8.7.4). */
    sequence: Generated<number>
    attendance: Generated<Attendance | null>
    booked_by: Generated<'client' | 'desk'>
    /** The organizer of its invitations, whatever address sends them by now. */
    organizer: Generated<string | null>
    /** A keyed digest of the network that an anonymous booking came from; null for the desk. */
    booked_from: Generated<string | null>
    /** By the owner. */
    note: Generated<string>
    /** The number as it is compared; null without one. */
    phone_key: Generated<string | null>
    /** The mailbox behind the address, in one spelling; null without one. */
    mailbox: Generated<string | null>
    /** Distinguishes the owner's entries for clients without address and number; otherwise empty. */
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
    /** From the owner to the client. */
    message: Generated<string>
  }

  /** Links with which clients see and change their appointment; each email has its own. */
  manage_links: {
    /** SHA-256 of the token, so a copy of the database opens no link. */
    token_hash: string
    appointment_id: string
    created_at_ms: number
  }

  /** The appointments whose client, or whose client's email app, opened a link: the address exists. */
  opened_links: {
    appointment_id: string
    opened_at_ms: number
  }

  jobs: {
    id: Generated<number>
    /** The subject: an appointment, or a blocked time. */
    appointment_id: string | null
    blocked_time_id: Generated<string | null>
    kind: JobKind
    /** The subject’s sequence. */
    sequence: number
    /** When the next attempt is due; while one runs, when that one counts as lost. */
    due_at_ms: number
    attempts: Generated<number>
    /** The running attempt owns the row until then; null when none runs. */
    leased_until_ms: Generated<number | null>
    status: Generated<JobStatus>
    /** Set only when done. */
    outcome: Generated<Outcome | null>
    /** The event's UID or the email's Message-ID; set only when delivered. */
    reference: Generated<string | null>
    finished_at_ms: Generated<number | null>
    /** Kind of the last error, without anything that a client typed. */
    last_error: Generated<string | null>
    /** When the owner was alerted to its failures. */
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
    /** The client; both null for an event without one. */
    attendee_name: Generated<string | null>
    attendee_email: Generated<string | null>
    updated_at_ms: number
  }

  /** The events of this shop in a calendar on another server. */
  synced_events: {
    calendar: string
    uid: string
    /** The appointment’s sequence in the calendar. */
    sequence: number
    /** 1 when the event must be written again. */
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
    /** When a poll last read the whole calendar. */
    polled_at_ms: Generated<number | null>
    /** How many events could not be read, and how many of those the owner knows of. */
    unreadable: Generated<number>
    alerted_unreadable: Generated<number>
    /** The poll about which the owner was notified as too old. */
    alerted_polled_at_ms: Generated<number | null>
    /** When the next poll is due, by any process. */
    next_poll_at_ms: number
  }

  /** Times of the owner's other events. */
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
    email: string
    created_at_ms: number
    expires_at_ms: number
    used_at_ms: number | null
  }

  /** The pace of emails with such links, per address. */
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
    /** When it began or was last refreshed. */
    used_at_ms: number
    ended_at_ms: number | null
  }

  /** Each is used once; used ones stay as long as their session, to detect one that comes again. */
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

  /** The state of deleting client data; one row. */
  retention: {
    id: number
    /** The last reading of the clock, and the moment that has passed by two readings. */
    read_at_ms: Generated<number | null>
    agreed_ms: Generated<number | null>
    /** How many deletions the next purge clears from the files. */
    to_purge: Generated<number>
  }

  /** Times at which the owner receives no one. */
  blocked_times: {
    /** UUIDv7 */
    id: string
    /** "YYYY-MM-DDTHH:MM" on the shop's clock, with their instants below. */
    from_wall_time: string
    to_wall_time: string
    start_ms: number
    end_ms: number
    reason: string
    /** Canceled once the time is unblocked. */
    status: AppointmentStatus
    sequence: number
  }

  /** One row, once the owner changed the hours at the desk; until then those of demo/ apply. */
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

/** Why an owner's move of an event was rejected. */
export type Rejection = 'taken' | 'all-day' | 'past' | 'clock-change'
