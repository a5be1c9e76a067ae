import '../ui/choices.css'
import './tell.css'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { desk } from '#copy/desk.ts'
import { messageLengthMax } from '../../../booking/appointment.ts'
import { textLink } from '../../../booking/links.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { formatTime } from '../../../booking/time.ts'
import { TextField } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'
import { toWallTime } from '../ui/words.ts'

const words = desk.telling

/** The message to clients. The owner can edit it. */
export const MessageField = (props: Pick<ComponentProps<typeof TextField>, 'rows' | 'value' | 'onType'>) => (
  <TextField {...props} label={words.message} maxLength={messageLengthMax} />
)

interface RowProps {
  name: string
  about: string
  /** How the client gets the message. */
  way: ReactNode
  isChecked?: boolean
  onCheck?: ((isChecked: boolean) => void) | undefined
  /** Whether there's neither a checkbox nor a check mark. */
  isPlain?: boolean
}

/** A client with a checkbox, or with a check mark once they're notified. */
export function Row({ name, about, way, isChecked = true, onCheck, isPlain }: RowProps) {
  const who = (
    <span>
      <b>{name}</b>
      <span className="hint">{about}</span>
    </span>
  )
  return (
    <li>
      {onCheck ? (
        <label>
          <input type="checkbox" checked={isChecked} onChange={({ target }) => onCheck(target.checked)} />
          <span className="tick">
            <Icon name="check" />
          </span>
          {who}
        </label>
      ) : (
        <div className={isPlain ? 'person person-plain' : 'person'}>
          {!isPlain && <Icon name="check" />}
          {who}
        </div>
      )}
      {way}
    </li>
  )
}

export const Way = ({ children }: { children: ReactNode }) => <span className="way">{children}</span>

interface TextWayProps {
  appointment: Pick<DeskAppointment, 'full_name' | 'phone'>
  text: string
  /** When the owner opened the text; undefined before. */
  textedAtMs: number | undefined
  onText: () => void
}

export function TextWay({ appointment: { full_name, phone }, text, textedAtMs, onText }: TextWayProps) {
  const wasPressed = useRef(false)
  if (!phone) return null
  if (textedAtMs !== undefined)
    return (
      <span className="way" tabIndex={-1} ref={(element) => void (wasPressed.current && element?.focus())}>
        {words.texted(formatTime(toWallTime(textedAtMs).time))}
      </span>
    )
  return (
    <a
      className="way"
      href={textLink(phone, text)}
      aria-label={words.textTo(full_name)}
      // Once the browser has followed the link.
      onClick={() => {
        wasPressed.current = true
        setTimeout(onText)
      }}
    >
      <Icon name="text" />
      {words.text}
    </a>
  )
}
