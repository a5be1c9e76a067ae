import type { Generated, Kysely, Selectable } from 'kysely'
import type {
  Actor,
  AppointmentChange,
  AppointmentStatus,
  Attendance,
  CorrectedDetail,
} from '../../booking/appointment.ts'
import type { JobKind } from '../../booking/job-kinds.ts'
import type { Telling, TellingWay } from '../../booking/owner-api.ts'

/**
 * A change of an event that a poll suspects; the next poll checks it again. 'on-hold': gone with so many others that
 * the server asks the owner. 'confirmed': the owner said it's canceled. 'restored': it came back after 'applied'.
 */
export type SuspectedChange = 'missing' | 'slot-taken' | 'on-hold' | 'confirmed' | 'applied' | 'restored'

export type JobStatus = 'pending' | 'done' | 'failed' | 'superseded'

export type Outcome = 'delivered' | 'too-late' | 'not-wanted' | 'no-address' | 'nothing-to-report'

/** The tables in both engines. Columns that end in `_ms` are epoch milliseconds. */
export interface Tables {
  appointments: {
    id: string
    full_name: string
    /** These three can be empty if the owner booked for a client. */
    email: string
    phone: string
    referral_source: string
    appointment_date: string
    appointment_time: string
    created_at_ms: number
    kind: Generated<string>
    seat: number
    start_ms: number
    end_ms: number
    occupied_until_ms: number
    status: Generated<AppointmentStatus>
    sequence: Generated<number>
    attendance: Generated<Attendance | null>
    /** When the client confirmed that they'll come at this time; null again after it moves. */
    confirmed_at_ms: Generated<number | null>
    booked_by: Generated<'client' | 'desk'>
    organizer: Generated<string | null>
    booked_from: Generated<string | null>
    note: Generated<string>
    phone_key: Generated<string | null>
    /** The mailbox behind the address, in one spelling; null without one. */
    mailbox: Generated<string | null>
    idempotency_key: Generated<string>
    /** From then on, the identifying fields are empty or null, and the id is the idempotency key. */
    anonymized_at_ms: Generated<number | null>
  }

  appointment_changes: {
    appointment_id: string
    sequence: number
    what: AppointmentChange['what']
    from_ms: number
    to_ms: number | null
    changed_by: Actor
    changed_at_ms: number
    message: Generated<string>
  }

  /** Each belongs to all appointments of its client. A client merged from several has several. */
  client_notes: {
    appointment_id: string
    note: string
    changed_at_ms: number
  }

  /** The owner's corrections, without the values. */
  appointment_corrections: {
    appointment_id: string
    what: CorrectedDetail
    corrected_at_ms: number
  }

  /** Messages from the owner to clients. An email also has a job. */
  tellings: {
    appointment_id: string
    what: Telling
    way: TellingWay
    sequence: number
    message: string
    minutes: number | null
    told_at_ms: number
  }

  manage_links: {
    token_hash: string
    appointment_id: string
    created_at_ms: number
  }

  opened_links: {
    appointment_id: string
    opened_at_ms: number
  }

  jobs: {
    id: Generated<number>
    appointment_id: string | null
    blocked_time_id: Generated<string | null>
    kind: JobKind
    sequence: number
    /** When the next attempt is due. During an attempt, the time when it counts as lost. */
    due_at_ms: number
    attempts: Generated<number>
    leased_until_ms: Generated<number | null>
    status: Generated<JobStatus>
    outcome: Generated<Outcome | null>
    /** The event's UID or the email's Message-ID. Set only on delivery. */
    reference: Generated<string | null>
    finished_at_ms: Generated<number | null>
    last_error: Generated<string | null>
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
    attendee_name: Generated<string | null>
    attendee_email: Generated<string | null>
    updated_at_ms: number
  }

  synced_events: {
    calendar: string
    uid: string
    sequence: number
    needs_rewrite: Generated<0 | 1>
    status: AppointmentStatus
    start_ms: number
    end_ms: number
    /** Where the owner moved the event in the last rejected move, and why it was rejected. */
    rejected_start_ms: Generated<number | null>
    rejection: Generated<Rejection | null>
    rejections: Generated<number>
    /** When the suspicion began, and when the server alerted the owner. */
    suspected_change: Generated<SuspectedChange | null>
    suspected_at_ms: Generated<number | null>
    alerted_at_ms: Generated<number | null>
  }

  calendar_polls: {
    calendar: string
    polled_at_ms: Generated<number | null>
    unreadable: Generated<number>
    alerted_unreadable: Generated<number>
    alerted_polled_at_ms: Generated<number | null>
    next_poll_at_ms: number
  }

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

  sign_in_links: {
    token_hash: string
    email: string
    created_at_ms: number
    expires_at_ms: number
    used_at_ms: number | null
  }

  sign_in_emails: {
    email: string
    sent_at_ms: number
  }

  sessions: {
    id: string
    email: string
    created_at_ms: number
    used_at_ms: number
    ended_at_ms: number | null
  }

  /** Replaced ones stay as long as their session, to detect one that comes again. */
  refresh_tokens: {
    token_hash: string
    session_id: string
    /** The token that it replaces; null for a session's first. */
    parent_hash: string | null
    /** When someone first used it, or the access token that came with it. */
    seen_at_ms: number | null
  }

  /** The owner's devices with notifications: one for each session. */
  push_subscriptions: {
    session_id: string
    endpoint: string
    p256dh: string
    auth: string
  }

  /** Which of them got which booking, for a day. */
  push_deliveries: {
    session_id: string
    appointment_id: string
    sent_at_ms: number
  }

  secrets: {
    name: string
    secret: string
  }

  retention: {
    id: number
    /** The last reading of the clock, and the moment that has passed according to two readings. */
    read_at_ms: Generated<number | null>
    agreed_ms: Generated<number | null>
    /** How many deletions the next purge will clear from the files. */
    to_purge: Generated<number>
  }

  blocked_times: {
    id: string
    from_wall_time: string
    to_wall_time: string
    start_ms: number
    end_ms: number
    reason: string
    /** How many fitters are away; null for all. */
    places: Generated<number | null>
    status: AppointmentStatus
    sequence: number
  }

  opening_hours: {
    id: number
    opening: string
  }
}

export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>

export type Db = Kysely<Tables>

export type Rejection = 'taken' | 'all-day' | 'past' | 'clock-change'
