import { earliestDate } from '../../booking/opening-hours.ts'
import { type TypedFields, type Validation, validate } from '../../booking/validation.ts'
import type { Services } from './services.ts'

/**
 * The rules for what is to be booked. What stands booked already is fit whatever they say by now: since it was sent
 * first, midnight may have passed on the shop's clock, or the owner may have changed the hours.
 */
export async function validateUnlessBooked(
  typed: TypedFields,
  { useCases, shop, now }: Pick<Services, 'useCases' | 'shop' | 'now'>,
): Promise<Validation> {
  const validation = validate(typed, { shop, earliest: earliestDate(now(), shop) })
  if (validation.ok || !validation.fields || !(await useCases.findBooked(validation.fields)))
    return validation
  return { ok: true, fields: validation.fields }
}
