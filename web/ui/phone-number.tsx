import { business } from '#shop/business.ts'

/** Matches (214) 555-0142, +1 214 555 0142, 214.555.0142. */
const telephoneNumber = /\+?[\d(][\d() .-]{7,}\d/

export function UnbrokenNumber({ text }: { text: string }) {
  const [number] = text.match(telephoneNumber) ?? []
  if (!number) return text
  const [before, ...after] = text.split(number)
  return (
    <>
      {before}
      <span className="no-break">{number}</span>
      {after.join(number)}
    </>
  )
}

export function PhoneParagraph({ text }: { text: string }) {
  const { display, dial } = business.phone
  const [before, ...after] = text.split(display)
  if (after.length === 0) return <p>{text}</p>
  return (
    <p>
      {before}
      <a className="no-break" href={`sms:${dial}`}>
        {display}
      </a>
      {after.join(display)}
    </p>
  )
}
