import './alerts.css'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { dates } from '#copy/dates.ts'
import { desk } from '#copy/desk.ts'
import type { Agenda, OverdueJob } from '../../../booking/owner-api.ts'
import { useChange } from '../changes.ts'
import { ErrorMessage } from '../errors.tsx'
import { useWaitingCount } from '../kept-notes.ts'
import { appointmentRoute, LinkButton } from '../navigation.tsx'
import { SubmitButton } from '../ui/field.tsx'
import { Needle, Ring } from '../ui/icons.tsx'
import { announce, showNotice } from '../ui/notices.tsx'
import { errorWords, kindWords, momentWords } from '../ui/words.ts'

const words = desk.vanished

function OverdueJobs({ agenda }: { agenda: Agenda }) {
  const again = useChange('deliver_owed', 'all', ({ length }) => {
    const title = length > 0 ? desk.pending.stillSentence(length) : desk.pending.allDelivered
    showNotice({ title, isError: length > 0 })
  })
  const named = agenda.appointments.flatMap(({ pending, full_name }) =>
    pending.map((job) => ({ ...job, full_name })),
  )
  const isNamed = new Set(named.map(({ id }) => id))
  const others = [...agenda.pending, ...agenda.pending_elsewhere].filter(({ id }) => !isNamed.has(id))
  const pending: (OverdueJob & { full_name?: string })[] = [...named, ...others]
  const [first] = pending
  if (!first) return null
  const kinds = [...new Set(pending.map(({ kind }) => kind))]
  const what = kinds.map((kind) => {
    const names = new Set(pending.flatMap((job) => (job.kind === kind && job.full_name) || []))
    return desk.pending.to(kindWords(kind), [...names].join(', '))
  })
  const since = pending.map((job) => job.since).sort()[0] ?? first.since
  return (
    <section className="band small row" aria-label={desk.pending.sentence(pending.length)}>
      <Ring />
      <p>
        <b>{desk.pending.sentence(pending.length)}</b> {what.join('; ')}
        <span className="since">, {desk.pending.since(momentWords(since))}</span>.
      </p>
      <SubmitButton className="button" isBusy={again.isPending} onPress={() => again.mutate({})}>
        {desk.again}
      </SubmitButton>
      <ErrorMessage error={again.error} />
    </section>
  )
}

/** More bookings than usual: someone with made-up names may be filling the days. */
function BookingAlert({ alert }: { alert: Agenda['booking_alerts'][number] }) {
  const title = desk.undoing.alert(alert.count)
  return (
    <section className="band small row" aria-label={title}>
      <Ring />
      <p>
        <b>{title}</b> {desk.undoing.alertText}
      </p>
      <LinkButton className="button" to={`${appointmentRoute(alert)}/undo`}>
        {desk.undoing.check}
      </LinkButton>
    </section>
  )
}

/** Emails can't report that emails fail. */
function FailingEmails({ count, since, error }: NonNullable<Agenda['failing_emails']>) {
  const title = desk.failingEmails.title(count, momentWords(since))
  return (
    <section className="band small row" aria-label={title}>
      <Ring />
      <p>
        <b>{title}</b> {errorWords(error)}. {desk.failingEmails.text}
      </p>
    </section>
  )
}

/** The owner deleted their events, or the calendar lost them. */
function VanishedEvents({ vanished }: Pick<Agenda, 'vanished'>) {
  const [isSure, setIsSure] = useState(false)
  const change = useChange('answer_vanished', 'all', () => {
    showNotice({ title: isSure ? words.cancelling : words.puttingBack })
  })
  const ids = vanished.map(({ id }) => id)
  const title = words.title(ids.length)
  return (
    <section className="band small row" aria-label={title}>
      <Ring />
      <p>
        <b>{title}</b>{' '}
        <span role="status">
          {isSure
            ? words.sure(ids.length)
            : words.text(dates.several(vanished.map(({ full_name }) => full_name)))}
        </span>
      </p>
      {/* A second click in the same place never cancels. */}
      <div className="band-verbs">
        <SubmitButton
          className="button"
          isBusy={change.isPending}
          onPress={() => change.mutate({ ids, answer: isSure ? 'cancel' : 'put_back' })}
        >
          {isSure ? words.cancelAll(ids.length) : words.putBack}
        </SubmitButton>
        <button type="button" className="button" onClick={() => setIsSure(!isSure)}>
          {isSure ? words.keep : words.cancel}
        </button>
      </div>
      <ErrorMessage error={change.error} />
    </section>
  )
}

export function AlertsBand({ week, since }: { week: UseQueryResult<Agenda>; since: string }) {
  const isAway = (week.failureCount > 0 || week.isError) && week.dataUpdatedAt > 0
  const title = desk.offline(since)
  const waiting = useWaitingCount()
  useEffect(() => {
    if (isAway) announce(`${title} ${desk.offlineText}`)
  }, [isAway, title])
  if (isAway)
    return (
      <section className="band small row band-away" aria-label={title}>
        <Ring />
        <p>
          <b>{title}</b>{' '}
          {waiting > 0 ? <span className="band-waits">{desk.notes.waiting(waiting)}</span> : desk.offlineText}
        </p>
      </section>
    )
  return (
    <>
      {waiting > 0 && (
        <section className="band small row" aria-label={desk.notes.waiting(waiting)}>
          <Needle />
          <p className="band-waits">{desk.notes.waiting(waiting)}</p>
        </section>
      )}
      {week.data?.booking_alerts.map((alert) => (
        <BookingAlert key={alert.id} alert={alert} />
      ))}
      {week.data?.failing_emails && <FailingEmails {...week.data.failing_emails} />}
      {week.data && week.data.vanished.length > 0 && <VanishedEvents vanished={week.data.vanished} />}
      {week.data && <OverdueJobs agenda={week.data} />}
    </>
  )
}
