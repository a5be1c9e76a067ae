import { describe, expect, it } from 'vitest'
import { dateWords, dayWords, timeWords } from '../../booking/time.ts'
import { bookingForm } from '../../copy/booking-form.ts'
import { sentenceIn } from '../../web/backend/calls.ts'

const { failed } = bookingForm

it('the messages of a failed booking are those of the specification', () => {
  expect(failed.toastText('Taken.')).toBe('Error: Taken.')
  expect(failed.booking('Taken.')).toBe('Booking failed. Error: Taken.')
  expect(failed.calendar('Down.')).toBe('Calendar creation failed: Down.')
  expect(failed.notification('Down.')).toBe('Email sending failed: Down.')
})

describe('the sentence in an answer', () => {
  it('is its message', () => {
    const message = ' That time is taken. '
    expect(sentenceIn({ code: '23P01', message, details: null, hint: null })).toBe(message.trim())
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

it('dates and times in words are the wall time, whatever zone this machine is in', () => {
  expect(dayWords('2026-12-03')).toBe('Thursday, December 3')
  expect(dateWords('2026-12-03')).toBe('Thursday, December 3, 2026')
  expect(timeWords('09:00')).toBe('9:00\u00a0AM')
  expect(timeWords('12:30')).toBe('12:30\u00a0PM')
})
