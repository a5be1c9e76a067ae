import type { FoundClient } from '../../../booking/owner-api.ts'
import { desk } from '../../../copy/desk.ts'
import { useFoundClients } from '../clients/use-found-clients.ts'
import { monthDay } from '../ui/words.ts'

const words = desk.adding

/** Somebody who was here before, under the name that is being typed. */
export function KnownClient({ typed, onFill }: { typed: string; onFill: (client: FoundClient) => void }) {
  const { data = [] } = useFoundClients(typed)
  const whole = typed.trim().toLowerCase()
  const client = data.find(({ full_name }) => full_name.toLowerCase() === whole) ?? data[0]
  if (!client) return null
  const last = client.appointments.find(({ status }) => status === 'confirmed')
  const came = last?.attendance === 'came' ? desk.appointment.came.toLowerCase() : ''
  return (
    <div className="known">
      <p>
        <b>{client.full_name}</b>
        <br />
        {[client.phone ?? client.email, last && words.lastVisit(came, monthDay(last.appointment_date)).trim()]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <button type="button" className="text-button" onClick={() => onFill(client)}>
        {words.fillIn}
      </button>
    </div>
  )
}
