import { describe, expect, it } from 'vitest'
import { desk } from '#copy/desk.ts'
import { texts } from '#copy/texts.ts'
import { kinds } from '#shop/kinds.ts'
import { textLink } from '../../booking/links.ts'

/** Texts with other characters have room for 70, not 160. */
const plain = /^[A-Za-z0-9 @$!"#%&'()*+,\-./:;<=>?]{1,160}$/

const longest = 'Wednesday, September 30 at 10:00\u00a0AM'

/** As the phone's app fills it in. */
const filledIn = (link: string) => decodeURIComponent(link.split('body=')[1] ?? '')

describe('a text message', () => {
  it('fits one SMS, with the shop’s name, for any kind and time', () => {
    const readyOnes = Object.entries(kinds).flatMap(([id, { ready }]) =>
      ready ? [texts.ready(ready, id, longest)] : [],
    )
    for (const words of [
      texts.cancelled('consultation', longest),
      texts.late(30, '12:50\u00a0PM'),
      texts.reminder(desk.day.on('Wednesday, September 30'), '10:00\u00a0AM'),
      ...readyOnes,
    ]) {
      expect(filledIn(textLink('(214) 555-0127', words))).toMatch(plain)
      expect(words).toMatch(/^Hollis & Crane: /)
    }
  })

  it('opens with number and text on iPhones and Androids', () => {
    expect(textLink('+1 (214) 555-0127 ext. 4', 'A & B at 2:30\u00a0PM?')).toBe(
      'sms:+12145550127?&body=A%20%26%20B%20at%202%3A30%20PM%3F',
    )
  })
})
