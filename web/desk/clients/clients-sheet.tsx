import { useState } from 'react'
import type { FoundClient } from '../../../booking/owner-api.ts'
import { desk } from '../../../copy/desk.ts'
import { Fault } from '../client/shown-fault.tsx'
import { useDay } from '../frame/use-day.ts'
import { DeskLink } from '../navigation/go.tsx'
import { appointmentRoute } from '../navigation/paths.ts'
import { useTypedHere } from '../navigation/steps.ts'
import { InputField } from '../ui/field.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { shortDate, startWords } from '../ui/words.ts'
import { AttendanceMark } from '../visit/attendance.tsx'
import { ForgetSheet } from './forget-sheet.tsx'
import { useFoundClients } from './use-found-clients.ts'

const words = desk.finding

/** All appointments of a client, the newest first, and the way to forget them. */
function Opened({ client, onForget }: { client: FoundClient; onForget: () => void }) {
  return (
    <>
      <ul className="ledger">
        {client.appointments.map((one) => (
          <li key={one.id}>
            <DeskLink to={appointmentRoute(one)}>{startWords(one.starts_at)}</DeskLink>
            {one.attendance && <AttendanceMark noted={one.attendance} />}
            {one.status === 'cancelled' && <p>{desk.day.cancelled}</p>}
          </li>
        ))}
      </ul>
      <button type="button" className="text-button text-red" onClick={onForget}>
        {words.forget}
      </button>
    </>
  )
}

const keyOf = ({ full_name, email, phone }: FoundClient) => `${email}/${phone}/${full_name}`

/** Clients by name, number or address. */
export function ClientsSheet() {
  const { back } = useDay()
  const [typed, setTyped] = useTypedHere()
  const [forgetting, setForgetting] = useState<FoundClient | null>(null)
  const { data = [], isSuccess, error } = useFoundClients(typed)
  if (forgetting) return <ForgetSheet client={forgetting} onBack={() => setForgetting(null)} />
  return (
    <Sheet isView caps={[desk.name]} title={desk.find} onBack={back}>
      <InputField label={words.label} type="search" autoComplete="off" value={typed} onType={setTyped} />
      <p className="hint found" role="status">
        {isSuccess && typed.trim().length > 1 && (data.length > 0 ? words.found(data.length) : words.none)}
      </p>
      <Fault error={error} />
      <ul className="clients">
        {data.map((client) => (
          <li key={keyOf(client)}>
            <details>
              <summary>
                <b>{client.full_name}</b>
                <span>{client.phone ?? client.email}</span>
                {client.appointments[0] && <span>{shortDate(client.appointments[0].appointment_date)}</span>}
              </summary>
              <Opened client={client} onForget={() => setForgetting(client)} />
            </details>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
