import { sql } from 'kysely'

const forgottenDomain = 'forgotten.invalid'

/** The address of an appointment whose client is forgotten: its own, because no two have the same six fields. */
export const forgottenEmail = (appointmentId: string) => `${appointmentId}@${forgottenDomain}`

/** The condition of an appointment whose client is not forgotten, written as the index of those has it. */
export const isKnown = sql<boolean>`email not like ${sql.lit(`%@${forgottenDomain}`)}`
