import { expect, it } from 'vitest'
import { withFacts } from '../../booking/page-facts.ts'

it('what the owner calls the clock is written as HTML takes a text, whatever stands in it', () => {
  const timeHint = 'Central time <CT> & "ours", $& 9:00 AM to 5:00 PM.'
  expect(withFacts('<p title="%TIME_HINT%">%TIME_HINT%</p>', { timeHint })).toBe(
    ['<p title="', '">', '</p>'].join(
      'Central time &lt;CT> &amp; &quot;ours&quot;, $&amp; 9:00 AM to 5:00 PM.',
    ),
  )
})
