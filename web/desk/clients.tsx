import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { desk } from '#copy/desk.ts'
import type { FoundClient } from '../../booking/owner-api.ts'
import { call, queryClient } from './api.ts'
import { AttendanceMark } from './appointment/attendance.tsx'
import { useChange } from './changes.ts'
import { ErrorMessage } from './errors.tsx'
import { appointmentRoute, DeskLink } from './navigation.tsx'
import { Dialog } from './ui/dialog.tsx'
import { InputField } from './ui/field.tsx'
import { showNotice } from './ui/notices.tsx'
import { shortDate, startWords } from './ui/words.ts'

const words = desk.finding

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

export function ClientsDialog() {
  // The search is in the address, so it is still there after Back.
  const [search, setSearch] = useSearchParams()
  const [typed, setTyped] = useState(search.get('q') ?? '')
  const { state } = useLocation()
  function type(q: string) {
    setTyped(q)
    setSearch({ q }, { replace: true, state })
  }
  const [forgetting, setForgetting] = useState<FoundClient | null>(null)
  const { data = [], isSuccess, error } = useFoundClients(typed)
  if (forgetting) return <DeleteClientDialog client={forgetting} onBack={() => setForgetting(null)} />
  return (
    <Dialog isView caps={[desk.name]} title={desk.find}>
      <InputField label={words.label} type="search" autoComplete="off" value={typed} onType={type} />
      <p className="hint found" role="status">
        {isSuccess && typed.trim().length > 1 && (data.length > 0 ? words.found(data.length) : words.none)}
      </p>
      <ErrorMessage error={error} />
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
    </Dialog>
  )
}

function DeleteClientDialog({ client, onBack }: { client: FoundClient; onBack: () => void }) {
  const { full_name, email, phone, appointments } = client
  // A client without email address and number is known by their one appointment.
  const knownBy = email ? { email } : phone ? { phone } : { id: appointments[0]?.id ?? '' }
  const change = useChange('forget_client', full_name, () => {
    showNotice({ title: words.forgotten(full_name) })
    // Loaded agendas of other days, which stay on this device, name the client too.
    queryClient.removeQueries({
      predicate: (query) => query.queryKey[0] === 'find_client' || !query.isActive(),
    })
    onBack()
  })
  return (
    <Dialog
      asks
      caps={[desk.find]}
      title={words.forgetTitle(full_name)}
      onBack={onBack}
      onSubmit={() => change.mutate(knownBy)}
      verb={words.forgetVerb}
      isBusy={change.isPending}
    >
      <p>{words.forgetText}</p>
      <ErrorMessage error={change.error} />
    </Dialog>
  )
}

const lettersMin = 2

export function useFoundClients(typed: string) {
  const q = useDeferredValue(typed.trim())
  return useQuery({
    queryKey: ['find_client', q],
    queryFn: ({ signal }) => call('find_client', { q }, signal),
    enabled: q.length >= lettersMin,
    placeholderData: (before) => (q.length >= lettersMin ? before : undefined),
    staleTime: 10_000,
  })
}
