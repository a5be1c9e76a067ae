import { clientFields } from './client-fields.ts'

/** Call 1 as the page makes it. */
export const bookingRequest = {
  method: 'POST',
  path: '/rest/v1/appointments?select=*',
  headers: {
    apikey: 'public-demo-key',
    'content-type': 'application/json',
    prefer: 'return=representation',
    accept: 'application/vnd.pgrst.object+json',
  },
} as const

/** Bodies of ever new clients. */
export function newClients(): () => string {
  let count = 0
  return () => JSON.stringify(clientFields(count++))
}
