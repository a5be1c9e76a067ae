import './more.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { desk } from '#copy/desk.ts'
import type { SentMail } from '../../booking/owner-api.ts'
import { addDays } from '../../booking/time.ts'
import { agendaFile, call } from './api.ts'
import { DeviceSwitch } from './device.tsx'
import { ErrorMessage } from './errors.tsx'
import { Commands } from './layout/head.tsx'
import { dayRoute, useDay } from './navigation.tsx'
import { Dialog } from './ui/dialog.tsx'
import { InputField } from './ui/field.tsx'
import { useNow } from './ui/hooks.ts'
import { momentWords } from './ui/words.ts'

export function MoreDialog() {
  const { date, goTo } = useDay()
  const [wanted, setWanted] = useState(date)
  return (
    <Dialog
      isView
      caps={[desk.name]}
      title={desk.more}
      onSubmit={() => goTo(dayRoute(wanted), 'replace')}
      verb={wanted !== date && desk.goThere}
    >
      <InputField label={desk.goTo} type="date" required value={wanted} onType={setWanted} />
      <Commands date={date} device={<DeviceSwitch />} />
    </Dialog>
  )
}

const files = [
  { type: 'text/csv', ending: 'csv', word: desk.taking.csv },
  { type: 'text/calendar', ending: 'ics', word: desk.taking.calendar },
] as const

const [daysBack, daysOn] = [365, 90]

function keep(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser reads the file after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export function DownloadDialog() {
  const { today } = useNow()
  const [from, setFrom] = useState(() => addDays(today, -daysBack))
  const [to, setTo] = useState(() => addDays(today, daysOn))
  const fetching = useMutation({
    mutationFn: async ({ type, ending }: (typeof files)[number]) =>
      keep(await agendaFile({ from, to }, type), `appointments-${from}-${to}.${ending}`),
  })
  return (
    <Dialog isView caps={[desk.name]} title={desk.download}>
      <p className="about hint">{desk.taking.text}</p>
      <div className="fields">
        <InputField label={desk.charts.from} type="date" value={from} onType={setFrom} />
        <InputField label={desk.charts.to} type="date" value={to} onType={setTo} />
      </div>
      <div className="files">
        {files.map((file) => (
          <button
            key={file.type}
            type="button"
            className="button"
            aria-disabled={fetching.isPending || undefined}
            onClick={() => fetching.isPending || fetching.mutate(file)}
          >
            {file.word}
          </button>
        ))}
      </div>
      <ErrorMessage error={fetching.error} />
    </Dialog>
  )
}

function Mail({ id, subject, to, sent_at }: SentMail) {
  const [wasOpened, setOpened] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['sent_mail', id],
    queryFn: ({ signal }) => call('sent_mail', { id }, signal),
    enabled: wasOpened,
  })
  return (
    <details onToggle={() => setOpened(true)}>
      <summary>
        <b>{subject}</b>
        <span>{desk.sent.to(to)}</span>
        <span>{momentWords(sent_at)}</span>
      </summary>
      <ErrorMessage error={error} />
      {data && <pre className="mail-text">{data.text}</pre>}
      {data && data.attachments.length > 0 && <p>{desk.sent.attached(data.attachments.join(', '))}</p>}
    </details>
  )
}

/** Emails saved as files, because there's no mail server. */
export function SentEmailsDialog() {
  const { data, error } = useQuery({
    queryKey: ['sent_mails'],
    queryFn: ({ signal }) => call('sent_mails', {}, signal),
  })
  return (
    <Dialog isView caps={[desk.name]} title={desk.mails}>
      <p className="about hint">{data === null ? desk.sent.byServer : desk.sent.text}</p>
      <ErrorMessage error={error} />
      {data?.length === 0 && <p>{desk.sent.none}</p>}
      <ul className="clients">
        {data?.map((mail) => (
          <li key={mail.id}>
            <Mail {...mail} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
