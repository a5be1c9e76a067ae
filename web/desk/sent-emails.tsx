import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SentMail } from '../../booking/owner-api.ts'
import { desk } from '../../copy/desk.ts'
import { call } from './api.ts'
import { ErrorMessage } from './errors.tsx'
import { useDay } from './navigation.tsx'
import { Dialog } from './ui/dialog.tsx'
import { momentWords } from './ui/words.ts'

const words = desk.sent

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
        <span>{words.to(to)}</span>
        <span>{momentWords(sent_at)}</span>
      </summary>
      <ErrorMessage error={error} />
      {data && <pre className="mail-text">{data.text}</pre>}
      {data && data.attachments.length > 0 && <p>{words.attached(data.attachments.join(', '))}</p>}
    </details>
  )
}

/** The mails that were written to files, where there is no mail server; their words alone. */
export function SentEmailsDialog() {
  const { back } = useDay()
  const { data, error } = useQuery({
    queryKey: ['sent_mails'],
    queryFn: ({ signal }) => call('sent_mails', {}, signal),
  })
  return (
    <Dialog isView caps={[desk.name]} title={desk.mails} onBack={back}>
      <p className="about">{data === null ? words.byServer : words.text}</p>
      <ErrorMessage error={error} />
      {data?.length === 0 && <p>{words.none}</p>}
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
