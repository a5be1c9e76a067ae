import { sql } from 'kysely'
import type { SharedMigration } from './schema-words.ts'

/** Who may work at the desk: links that are sent, sessions that they begin, secrets that all processes share. */
export const sessions: SharedMigration = ({ epochMs, strict }) => [
  sql`create table sign_in_links (
      token_hash text primary key not null,
      email text not null,
      created_at_ms ${epochMs} not null,
      expires_at_ms ${epochMs} not null,
      used_at_ms ${epochMs}
    ) ${strict}`,
  sql`create table sign_in_mails (
      email text not null,
      place integer not null,
      sent_at_ms ${epochMs} not null,
      constraint sign_in_mails_once primary key (email, place)
    ) ${strict}`,
  sql`create table sessions (
      id text primary key not null,
      email text not null,
      created_at_ms ${epochMs} not null,
      used_at_ms ${epochMs} not null,
      ended_at_ms ${epochMs}
    ) ${strict}`,
  sql`create table refresh_tokens (
      token_hash text primary key not null,
      session_id text not null references sessions (id),
      used_at_ms ${epochMs}
    ) ${strict}`,
  sql`create table secrets (name text primary key not null, secret text not null) ${strict}`,
]
