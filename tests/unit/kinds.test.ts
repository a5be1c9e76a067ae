import { describe, expect, it } from 'vitest'
import { openTimes } from '../../booking/availability.ts'
import { durationOf, isDuration, kindErrors, kindIds } from '../../booking/kinds.ts'
import { shop } from '../../booking/opening-hours.ts'
import { wallTimeToEpochMs } from '../../booking/time.ts'
import { kindErrorWords as words } from '../../copy/errors.ts'
import { kinds } from '../../demo/kinds.ts'
import type { AppointmentKind } from '../../demo/types.ts'

const { consultation, fitting } = kinds as Record<'consultation' | 'fitting', AppointmentKind>

const withFitting = (change: object) => ({ ...kinds, fitting: { ...fitting, ...change } as AppointmentKind })

describe('the kinds of appointment', () => {
  it('are fit as the demonstration has them, the consultation first', () => {
    expect(kindErrors(kinds)).toEqual([])
    expect(kindIds).toEqual(['consultation', 'fitting', 'pick-up'])
  })

  it.each([14, 241, 30.5, 0, undefined, '45'])('are rejected with a length of %s', (durationMinutes) => {
    expect(isDuration(durationMinutes)).toBe(false)
    const rule = { path: ['fitting', 'durationMinutes'], message: words.duration(15, 240) }
    expect(kindErrors(withFitting({ durationMinutes }))).toEqual([rule])
    for (const allowed of [15, 240]) expect(kindErrors(withFitting({ durationMinutes: allowed }))).toEqual([])
  })

  it.each([
    ['a name', withFitting({ name: '' }), ['fitting', 'name'], words.text],
    ['a list of what to bring', withFitting({ bring: undefined }), ['fitting', 'bring'], words.bring],
    ['a next kind', withFitting({ next: 'hemming' }), ['fitting', 'next'], words.next(kindIds.join(', '))],
    ['an id', { ...kinds, 'last fitting': fitting }, ['last fitting'], words.id],
    ['a consultation', { fitting: { ...fitting, next: 'fitting' } }, ['consultation'], words.consultation],
  ])('are refused without %s', (_, wrong, path, message) => {
    expect(kindErrors(wrong as Record<string, AppointmentKind>)).toEqual([{ path, message }])
  })

  it('take what the opening hours say for a consultation, and their own length otherwise', () => {
    const halfHours = { ...shop, opening: { ...shop.opening, durationMinutes: 30 } }
    expect(durationOf('consultation', halfHours)).toBe(30)
    expect(durationOf('fitting', halfHours)).toBe(fitting.durationMinutes)
    expect(consultation.durationMinutes).toBeUndefined()
  })
})

it('open times are as long as the appointment', () => {
  const at = (time: string) => wallTimeToEpochMs('2026-12-03', time, shop.timeZone)
  const day = {
    date: '2026-12-03',
    occupied: [{ startEpochMs: at('10:00'), endEpochMs: at('11:00') }],
    nowEpochMs: at('00:00') - 86_400_000,
    shop,
  }
  expect(openTimes(day)).not.toContain('09:30')
  expect(openTimes({ ...day, durationMinutes: 30 })).toContain('09:30')
  expect(openTimes({ ...day, durationMinutes: 120 })).not.toContain('09:00')
})
