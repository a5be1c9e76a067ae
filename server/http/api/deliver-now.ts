import type { StoredAppointment } from '../../../booking/appointment.ts'
import type { FollowUpKind } from '../../../booking/follow-up-kinds.ts'
import type { Outbox } from '../../outbox/relay.ts'
import { ApiError } from '../api-error.ts'

/**
 * Does what is owed for a saved appointment and answers what it is known by.
 * @throws {ApiError} 404 without a saved appointment; 502 with the sentence when it could not be done now
 */
export async function deliverNow(
  outbox: Pick<Outbox<FollowUpKind>, 'deliverNow'>,
  appointment: StoredAppointment | null,
  kind: FollowUpKind,
  failure: string,
): Promise<string> {
  const delivery = appointment && (await outbox.deliverNow(appointment.id, kind))
  if (!delivery || delivery.status === 'unknown') {
    throw new ApiError(404, 'P0002', 'No saved appointment matches this request.')
  }
  if (delivery.status === 'failed') throw new ApiError(502, '58000', failure)
  return delivery.result
}
