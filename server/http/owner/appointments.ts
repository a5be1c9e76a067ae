import { deskErrors as words } from '#copy/errors.ts'
import { consultation, getDuration } from '../../../booking/kinds.ts'
import { idempotencyKey } from '../../../booking/owner-arguments.ts'
import { msPerMinute } from '../../../booking/time.ts'
import { invalidRequest, parse } from '../errors.ts'
import type { Services } from '../services.ts'
import { type Answers, createOutcomes } from './answers.ts'

/** One appointment. */
export function appointmentCalls(services: Services) {
  const { appointments, openingHours, now } = services
  const { notes } = services.storage
  const { found, taken, checkTime, changed, noted, corrected } = createOutcomes(services)

  return {
    async book_for_client(sent, _reply, { headers }) {
      const { full_name, appointment_date, appointment_time } = sent
      const to = { appointment_date, appointment_time }
      checkTime(to)
      const shop = await openingHours.current()
      const kind = sent.kind ?? consultation
      const durationMinutes = sent.durationMinutes ?? getDuration(kind, shop)
      const outcome = await appointments.bookForClient(
        shop,
        {
          full_name,
          email: sent.email ?? '',
          phone: sent.phone ?? '',
          referral_source: sent.referral_source ?? '',
          ...to,
        },
        {
          note: sent.note ?? '',
          key: parse(idempotencyKey, headers['idempotency-key']),
          kind,
          durationMinutes,
          overbook: sent.overbook ?? false,
        },
      )
      if (!('appointment' in outcome)) throw await taken(to, shop, { durationMinutes })
      return found(outcome.appointment.id)
    },

    async move_appointment({ id, sequence, durationMinutes, overbook, ...to }) {
      const before = await found(id)
      checkTime(to)
      const minutes = (Date.parse(before.ends_at) - Date.parse(before.starts_at)) / msPerMinute
      const isUnchanged =
        before.appointment_date === to.appointment_date &&
        before.appointment_time === to.appointment_time &&
        minutes === (durationMinutes ?? minutes)
      if (isUnchanged && before.sequence === sequence) throw invalidRequest(words.sameTime)
      const shop = await openingHours.current()
      const outcome = await appointments.move(shop, {
        ...{ id, expectedSequence: sequence, durationMinutes: durationMinutes ?? minutes, to, by: 'desk' },
        overbook: overbook ?? false,
      })
      if (outcome.status === 'taken')
        throw await taken(to, shop, { id, durationMinutes: durationMinutes ?? minutes })
      return changed(outcome, id)
    },

    async correct_appointment({ id, sequence, kind, durationMinutes }) {
      const before = await found(id)
      const minutes = (Date.parse(before.ends_at) - Date.parse(before.starts_at)) / msPerMinute
      const outcome = await appointments.correctOne(await openingHours.current(), {
        id,
        expectedSequence: sequence,
        at: before,
        kind: kind ?? before.kind,
        durationMinutes: durationMinutes ?? minutes,
      })
      return corrected(outcome, id, before)
    },

    async cancel_appointment({ id, sequence, message }) {
      await found(id)
      const change = { id, expectedSequence: sequence, by: 'desk', message: message?.trim() ?? '' } as const
      return changed(await appointments.cancel(change), id)
    },

    async note_attendance({ id, sequence, attendance }) {
      const seen = { id, expectedSequence: sequence ?? undefined }
      return noted(await notes.setAttendance(seen, attendance, now()), id)
    },

    async write_note({ id, sequence, note, before }) {
      const seen = { id, expectedSequence: sequence ?? undefined, expectedNote: before ?? undefined }
      return noted(await notes.setNote(seen, note), id)
    },
  } satisfies Partial<Answers>
}
