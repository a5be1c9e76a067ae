import { FunctionsClient } from '@supabase/functions-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from './database.ts'
import { anonKey } from './page-facts.ts'

/** Without the client's own retries: repeating is the query client's part, or the visitor's where rows are stored. */
export function restClient() {
  const headers = { apikey: anonKey() }
  return new PostgrestClient<Database>(`${location.origin}/rest/v1`, { headers, retry: false })
}

export function functionsClient() {
  return new FunctionsClient(`${location.origin}/functions/v1`, { headers: { apikey: anonKey() } })
}
