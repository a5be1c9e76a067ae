import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { business } from '../../demo/business.ts'
import { PhoneParagraph, UnbrokenNumber } from '../../web/ui/phone-number.tsx'

const { display, dial } = business.phone
const twice = `Call ${display}, or text ${display}, and we book you in.`

describe('a sentence that says the telephone number twice', () => {
  it('is shown to its end', () => {
    expect(renderToStaticMarkup(<UnbrokenNumber text={twice} />)).toBe(
      `Call <span class="no-break">${display}</span>, or text ${display}, and we book you in.`,
    )
  })

  it('is shown to its end on the page that answers without script', () => {
    expect(renderToStaticMarkup(<PhoneParagraph text={twice} />)).toBe(
      `<p>Call <a class="no-break" href="sms:${dial}">${display}</a>, or text ${display}, and we book you in.</p>`,
    )
  })
})
