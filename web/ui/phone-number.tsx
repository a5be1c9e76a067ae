import { callOrText, phoneWords } from '#copy/phone.ts'
import { business } from '#shop/business.ts'

/** Matches (214) 555-0142, +1 214 555 0142, 214.555.0142. */
const telephoneNumber = /\+?[\d(][\d() .-]{7,}\d/

/** A sentence with a phone number that doesn’t wrap, and that a browser doesn't translate. */
export function UnbrokenNumber({ text }: { text: string }) {
  const [number] = text.match(telephoneNumber) ?? []
  if (!number) return text
  const [before, ...after] = text.split(number)
  return (
    <>
      {before}
      <PhoneNumber>{number}</PhoneNumber>
      {after.join(number)}
    </>
  )
}

const PhoneNumber = ({ children }: { children: string }) => (
  <span className="no-break" translate="no">
    {children}
  </span>
)

const { display, dial, takesTexts } = business.phone

/** The number with two links, or one if it doesn't get texts. */
export function CallOrText({ isInSentence = false }) {
  const { or, text } = phoneWords
  const call = isInSentence ? phoneWords.callInSentence : phoneWords.call
  return (
    <span className="call-or-text">
      <a href={`tel:${dial}`} aria-label={`${call} ${display}`}>
        {call}
      </a>
      {takesTexts && (
        <>
          {` ${or} `}
          <a href={`sms:${dial}`} aria-label={`${text} ${display}`}>
            {text}
          </a>
        </>
      )}{' '}
      <PhoneNumber>{display}</PhoneNumber>
    </span>
  )
}

/** A sentence of copy/ whose number has its links. */
export function PhoneText({ text }: { text: string }) {
  const [before, ...after] = text.split(callOrText)
  if (after.length === 0) return <UnbrokenNumber text={text} />
  return (
    <>
      {before}
      <CallOrText isInSentence />
      {after.join(callOrText)}
    </>
  )
}

export const PhoneParagraph = ({ text }: { text: string }) => (
  <p>
    <PhoneText text={text} />
  </p>
)
