import { dialled } from '../../../booking/contact.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { desk } from '../../../copy/desk.ts'
import { Icon, type IconName } from '../ui/icons.tsx'

type Reachable = Pick<DeskAppointment, 'full_name' | 'email' | 'phone'>

/** The ways to reach a client, as far as they are known. */
export function waysTo({ email, phone }: Reachable): { name: IconName; word: string; href: string }[] {
  const { call, text, mail } = desk.appointment
  const byPhone = phone
    ? [
        { name: 'call' as const, word: call, href: `tel:${dialled(phone)}` },
        { name: 'text' as const, word: text, href: `sms:${dialled(phone)}` },
      ]
    : []
  return email
    ? [
        ...byPhone,
        { name: 'mail', word: mail, href: `mailto:${encodeURIComponent(email).replace('%40', '@')}` },
      ]
    : byPhone
}

/** Icons of 44 px; each is named with whom it reaches. */
export function Contacts({ who }: { who: Reachable }) {
  return (
    <div className="contacts">
      {waysTo(who).map(({ name, word, href }) => (
        <a
          key={name}
          className={`contact contact-${name}`}
          href={href}
          aria-label={`${word} ${who.full_name}`}
        >
          <Icon name={name} />
        </a>
      ))}
    </div>
  )
}
