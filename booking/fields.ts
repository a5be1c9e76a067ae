/** The six fields of an appointment, in the order of the form (specification, point 3). */
export const fieldNames = [
  'full_name',
  'email',
  'phone',
  'appointment_date',
  'appointment_time',
  'referral_source',
] as const

export type FieldName = (typeof fieldNames)[number]

export const referralSources = ['facebook', 'instagram', 'google', 'linkedin', 'tiktok', 'friend'] as const

export type ReferralSource = (typeof referralSources)[number]

/**
 * What a client tells us; the date and the time are wall time on the shop's clock. Where the owner has booked for the
 * client, the address, the number and the source can be empty.
 */
export interface AppointmentFields {
  full_name: string
  email: string
  phone: string
  /** "YYYY-MM-DD" */
  appointment_date: string
  /** "HH:MM" */
  appointment_time: string
  referral_source: ReferralSource | ''
}
