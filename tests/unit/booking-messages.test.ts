import { describe, expect, it } from 'vitest'
import { dateWords, dayWords, timeWords } from '../../booking/time.ts'
import { bookingForm } from '../../copy/booking-form.ts'
import { sentenceIn } from '../../web/backend/calls.ts'

const { failed } = bookingForm

describe('the texts of the error catalogue', () => {
  it('are those of the specification, around the reason', () => {
    expect(failed.toastText('Taken.')).toBe('Error: Taken.')
    expect(failed.booking('Taken.')).toBe('Booking failed. Error: Taken.')
    expect(failed.calendar('Down.')).toBe('Calendar creation failed: Down.')
    expect(failed.notification('Down.')).toBe('Email sending failed: Down.')
    expect(failed.unknown).toBe(bookingForm.failed.unknown)
  })
})

describe('the sentence in an answer', () => {
  it('is its message', () => {
    expect(sentenceIn({ code: '23P01', message: ' That time is taken. ', details: null, hint: null })).toBe(
      'That time is taken.',
    )
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['an empty message', { message: '' }],
    ['a message that is no text', { message: 5 }],
    ['a gateway’s page', { message: '<html><title>502</title>' }],
    ['a long dump', { message: 'x'.repeat(301) }],
  ])('is missing in %s', (_, answer) => {
    expect(sentenceIn(answer)).toBeUndefined()
  })
})

describe('dates and times in words', () => {
  it('are the wall time, whatever zone this machine is in', () => {
    expect(dayWords('2026-12-03')).toBe('Thursday, December 3')
    expect(dateWords('2026-12-03')).toBe('Thursday, December 3, 2026')
    expect(timeWords('09:00')).toBe('9:00\u00a0AM')
    expect(timeWords('12:30')).toBe('12:30\u00a0PM')
  })
})
