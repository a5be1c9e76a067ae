import { describe, expect, it } from 'vitest'
import type { DeskAppointment } from '../../booking/owner-api.ts'
import { withChanged } from '../../web/desk/timeline/day-timeline.ts'

const on = (id: string, appointment_date: string) =>
  ({ id, appointment_date, starts_at: `${appointment_date}T16:00:00.000Z` }) as DeskAppointment

const nothingElse = { closures: [], busy: [], owed: [], owed_elsewhere: [] }
const agenda = { appointments: [on('ann', '2026-12-03'), on('bo', '2026-12-20')], ...nothingElse }
const days = { from: '2026-12-01', to: '2026-12-31' }
const shown = (changed: DeskAppointment) =>
  withChanged(agenda, days, changed)?.appointments.map(
    ({ id, appointment_date }) => `${id} ${appointment_date}`,
  )

describe('an agenda of more than a week, when an appointment has changed', () => {
  it('shows it on its new day, within its days', () => {
    expect(shown(on('ann', '2026-12-24'))).toEqual(['bo 2026-12-20', 'ann 2026-12-24'])
    expect(shown(on('cy', '2026-12-31'))).toEqual(['ann 2026-12-03', 'bo 2026-12-20', 'cy 2026-12-31'])
  })

  it('shows it no longer outside them, and stays as it was loaded where it is unaffected', () => {
    expect(shown(on('ann', '2027-01-01'))).toEqual(['bo 2026-12-20'])
    expect(shown(on('cy', '2027-01-01'))).toBeUndefined()
  })
})
