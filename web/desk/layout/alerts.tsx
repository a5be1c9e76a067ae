import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Agenda, OverdueJob } from '../../../booking/owner-api.ts'
import { desk } from '../../../copy/desk.ts'
import { useChange } from '../changes.ts'
import { ErrorMessage } from '../errors.tsx'
import { appointmentRoute, LinkButton } from '../navigation.tsx'
import { SubmitButton } from '../ui/field.tsx'
import { Ring } from '../ui/icons.tsx'
import { announce, showNotice } from '../ui/notices.tsx'
import { kindWords, momentWords } from '../ui/words.ts'

/** The jobs that are overdue, with 'Try again'. */
function OverdueJobs({ agenda }: { agenda: Agenda }) {
  const again = useChange('deliver_owed', 'all', ({ length }) =>
    showNotice({
      title: length > 0 ? desk.owed.stillSentence(length) : desk.owed.allDelivered,
      isError: length > 0,
    }),
  )
  const known = agenda.appointments.flatMap(({ owed, full_name }) =>
    owed.map((one) => ({ ...one, full_name })),
  )
  const isKnown = new Set(known.map(({ id }) => id))
  const owed: (OverdueJob & { full_name?: string })[] = [
    ...known,
    ...[...agenda.owed, ...agenda.owed_elsewhere].filter(({ id }) => !isKnown.has(id)),
  ]
  const [first] = owed
  if (!first) return null
  const kinds = [...new Set(owed.map(({ kind }) => kind))]
  const what = kinds.map((kind) => {
    const names = new Set(owed.flatMap((one) => (one.kind === kind && one.full_name) || []))
    return desk.owed.to(kindWords(kind), [...names].join(', '))
  })
  const since = owed.map((one) => one.since).sort()[0] ?? first.since
  return (
    <section className="band" aria-label={desk.owed.sentence(owed.length)}>
      <Ring />
      <p>
        <b>{desk.owed.sentence(owed.length)}</b> {what.join('; ')}
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
    <section className="band" aria-label={title}>
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

interface AlertsBandProps {
  week: UseQueryResult<Agenda>
  since: string
}

/** The banners under the date strip: no connection, or unusual bookings and overdue jobs. */
export function AlertsBand({ week, since }: AlertsBandProps) {
  const isAway = (week.failureCount > 0 || week.isError) && week.dataUpdatedAt > 0
  useEffect(() => {
    if (isAway) announce(`${desk.offline(since)} ${desk.offlineText}`)
  }, [isAway, since])
  if (!isAway && week.data) {
    const { booking_alert } = week.data
    return (
      <>
        {booking_alert && <BookingAlert alert={booking_alert} />}
        <OverdueJobs agenda={week.data} />
      </>
    )
  }
  if (!isAway) return null
  return (
    <section className="band band-away" aria-label={desk.offline(since)}>
      <Ring />
      <p>
        <b>{desk.offline(since)}</b> {desk.offlineText}
      </p>
    </section>
  )
}
