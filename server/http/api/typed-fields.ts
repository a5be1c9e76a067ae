import { z } from 'zod'
import { type AppointmentFields, fieldNames } from '../../../booking/appointment.ts'
import { fieldFaults, fieldTitles } from '../../../copy/booking-form.ts'
import { callRefusals } from '../../../copy/errors.ts'
import { ApiError } from '../api-error.ts'
import type { Services } from '../services.ts'
import { validateUnlessBooked } from '../validate-unless-booked.ts'

/** The shape only; what a field may hold is booking/'s to say. A missing field is an empty one. */
const typed = z.strictObject(
  Object.fromEntries(
    fieldNames.map((name) => [name, z.string(fieldFaults.noText(fieldTitles[name])).optional()]),
  ),
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? callRefusals.noField(JSON.stringify(issue.keys[0]?.slice(0, 40)))
        : callRefusals.sixFields,
  },
)

const invalid = (sentences: readonly string[], details: readonly string[]) =>
  new ApiError(400, '22023', sentences.join(' '), { details: details.join(', ') || null })

/**
 * The six fields of a request, as they are stored.
 * @throws {ApiError} 400 with a sentence for each fault
 */
export async function toAppointmentFields(body: unknown, services: Services): Promise<AppointmentFields> {
  const shape = typed.safeParse(body)
  if (!shape.success) {
    const { issues } = shape.error
    throw invalid(
      issues.map((issue) => issue.message),
      issues.map((issue) => issue.path.join('.')).filter(Boolean),
    )
  }
  const validation = await validateUnlessBooked(shape.data, services)
  if (!validation.ok) throw invalid(Object.values(validation.faults), Object.keys(validation.faults))
  return validation.fields
}
