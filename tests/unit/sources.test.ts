import { describe, expect, it } from 'vitest'
import { buildReport } from '../../booking/reports.ts'
import { sourceWords } from '../../web/desk/ui/words.ts'
import { detectSource } from '../../web/page/booking-form/source.ts'

describe('how a client heard about the shop', () => {
  it.each([
    ['?utm_source=Instagram_Stories', '', 'instagram'],
    ['?utm_source=spring-tiktok', '', 'tiktok'],
    ['?utm_source=googleads', '', 'google'],
    ['', 'https://m.facebook.com/', 'facebook'],
    ['?utm_source=radio', '', null],
    ['', 'https://news.example/', null],
    ['', '', null],
  ])(
    'is preselected by the link %j or the page %j only if the shop offers it',
    (search, referrer, source) => {
      expect(detectSource(search, referrer)).toBe(source)
    },
  )

  it('is shown and counted at the desk after the shop removed that choice', () => {
    const booked = { appointment_date: '2026-12-01', booked_on: '2026-11-20', came_back: false }
    const appointment = { ...booked, kind: 'consultation', status: 'confirmed', attendance: null } as const
    const counted = ['radio', 'radio', 'friend', ''].map((source) => ({
      ...appointment,
      referral_source: source,
    }))
    const rows = buildReport(counted).by_source
    expect(rows.map(({ referral_source, booked: count }) => [sourceWords(referral_source), count])).toEqual([
      ['Radio', 2],
      ['Friend', 1],
      [null, 1],
    ])
  })
})
