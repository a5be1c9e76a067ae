import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { desk } from '../../../site/copy/desk.ts'
import { call } from '../client/call.ts'
import { Fault } from '../client/shown-fault.tsx'
import { useDay } from '../frame/use-day.ts'
import { Sheet } from '../ui/sheet.tsx'
import { momentWords } from '../ui/words.ts'

const words = desk.sent

function Mail({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: ['sent_mail', id],
    queryFn: ({ signal }) => call('sent_mail', { id }, signal),
  })
  return (
    <>
      <Fault error={error} />
      {data && <pre className="mail-text">{data.text}</pre>}
      {data && data.attachments.length > 0 && <p>{words.attached(data.attachments.join(', '))}</p>}
    </>
  )
}

/** The mails that were written to files, where there is no mail server; their words alone. */
export function MailsSheet() {
  const { back } = useDay()
  const [openId, setOpenId] = useState<string | null>(null)
  const { data, error } = useQuery({
    queryKey: ['sent_mails'],
    queryFn: ({ signal }) => call('sent_mails', {}, signal),
  })
  return (
    <Sheet isView caps={[desk.name]} title={desk.mails} onBack={back}>
      <p className="about">{data === null ? words.byServer : words.text}</p>
      <Fault error={error} />
      {data?.length === 0 && <p>{words.none}</p>}
      <ul className="clients">
        {data?.map(({ id, subject, to, sent_at }) => (
          <li key={id}>
            <details onToggle={(event) => event.currentTarget.open && setOpenId(id)}>
              <summary>
                <b>{subject}</b>
                <span>{words.to(to)}</span>
                <span>{momentWords(sent_at)}</span>
              </summary>
              {openId === id && <Mail id={id} />}
            </details>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
