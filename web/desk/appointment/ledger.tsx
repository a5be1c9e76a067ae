import type { DeskAppointment, OwedEntry } from '../../../booking/owner-api.ts'
import { desk } from '../../../copy/desk.ts'
import { useChange } from '../client/change.ts'
import { Fault } from '../client/shown-fault.tsx'
import { Icon } from '../ui/icons.tsx'
import { Ring } from '../ui/marks.tsx'
import { showNotice } from '../ui/notice.tsx'
import { Verb } from '../ui/verb.tsx'
import { faultWords, kindWords, momentWords } from '../ui/words.ts'

function OwedLine({ owed: { id, kind, since, fault } }: { owed: OwedEntry }) {
  const again = useChange('deliver_owed', String(id), (left) => {
    const isFault = left.some((one) => one.id === id)
    const { stillNotDelivered, delivered } = desk.owed
    showNotice({ title: (isFault ? stillNotDelivered : delivered)(kindWords(kind)), isFault })
  })
  return (
    <li className="ledger-owed">
      <Ring />
      <p>
        <b>{desk.owed.notDelivered(kindWords(kind))}</b>
        {fault && `${faultWords(fault)}, `}
        {desk.owed.since(momentWords(since))}
        <Fault error={again.error} />
      </p>
      <Verb className="button" isBusy={again.isPending} onPress={() => again.mutate({ id })}>
        {desk.again}
      </Verb>
    </li>
  )
}

/** What went out on this appointment, and what did not. */
export function Ledger({ appointment: { delivered, owed } }: { appointment: DeskAppointment }) {
  if (delivered.length + owed.length === 0) return null
  return (
    <section>
      <h3 className="sheet-heading">{desk.appointment.ledger}</h3>
      <ul className="ledger">
        {delivered.map(({ kind, at }) => (
          <li key={kind + at}>
            <Icon name="check" />
            <p>{kindWords(kind)}</p>
            <time dateTime={at}>{momentWords(at)}</time>
          </li>
        ))}
        {owed.map((one) => (
          <OwedLine key={one.id} owed={one} />
        ))}
      </ul>
    </section>
  )
}
