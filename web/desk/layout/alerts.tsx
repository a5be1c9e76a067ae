import './alerts.css'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { desk } from '#copy/desk.ts'
import type { Agenda, OverdueJob } from '../../../booking/owner-api.ts'
import { useChange } from '../changes.ts'
import { ErrorMessage } from '../errors.tsx'
import { appointmentRoute, LinkButton } from '../navigation.tsx'
import { SubmitButton } from '../ui/field.tsx'
import { Ring } from '../ui/icons.tsx'
import { announce, showNotice } from '../ui/notices.tsx'
import { kindWords, momentWords } from '../ui/words.ts'

function OverdueJobs({ agenda }: { agenda: Agenda }) {
  const again = useChange('deliver_owed', 'all', ({ length }) => {
    const title = length > 0 ? desk.owed.stillSentence(length) : desk.owed.allDelivered
    showNotice({ title, isError: length > 0 })
  })
  const named = agenda.appointments.flatMap(({ owed, full_name }) =>
    owed.map((one) => ({ ...one, full_name })),
  )
  const isNamed = new Set(named.map(({ id }) => id))
  const others = [...agenda.owed, ...agenda.owed_elsewhere].filter(({ id }) => !isNamed.has(id))
  const pending: (OverdueJob & { full_name?: string })[] = [...named, ...others]
  const [first] = pending
  if (!first) return null
  const kinds = [...new Set(pending.map(({ kind }) => kind))]
  const what = kinds.map((kind) => {
    const names = new Set(pending.flatMap((one) => (one.kind === kind && one.full_name) || []))
    return desk.owed.to(kindWords(kind), [...names].join(', '))
  })
  const since = pending.map((one) => one.since).sort()[0] ?? first.since
  return (
    <section className="band small row" aria-label={desk.owed.sentence(pending.length)}>
      <Ring />
      <p>
        <b>{desk.owed.sentence(pending.length)}</b> {what.join('; ')}
        <span className="since">, {desk.owed.since(momentWords(since))}</span>.
      </p>
      <SubmitButton className="button" isBusy={again.isPending} onPress={() => again.mutate({})}>
        {desk.again}
      </SubmitButton>
      <ErrorMessage error={again.error} />
    </section>
  )
}

/** More bookings than usual: someone with made-up names may be filling the days. */
function BookingAlert({ alert }: { alert: NonNullable<Agenda['booking_alert']> }) {
  const title = desk.undoing.alert(alert.in_hour)
  return (
    <section className="band small row" aria-label={title}>
      <Ring />
      <p>
        <b>{title}</b> {desk.undoing.alertText}
      </p>
      <LinkButton className="button" to={`${appointmentRoute(alert)}/undo`}>
        {desk.undoing.open}
      </LinkButton>
    </section>
  )
}

export function AlertsBand({ week, since }: { week: UseQueryResult<Agenda>; since: string }) {
  const isAway = (week.failureCount > 0 || week.isError) && week.dataUpdatedAt > 0
  const title = desk.offline(since)
  useEffect(() => {
    if (isAway) announce(`${title} ${desk.offlineText}`)
  }, [isAway, title])
  if (isAway)
    return (
      <section className="band small row band-away" aria-label={title}>
        <Ring />
        <p>
          <b>{title}</b> {desk.offlineText}
        </p>
      </section>
    )
  return (
    <>
      {week.data?.booking_alert && <BookingAlert alert={week.data.booking_alert} />}
      {week.data && <OverdueJobs agenda={week.data} />}
    </>
  )
}
