/** What a booking owes to others, each done once per change of an appointment. */
export const effectKinds = ['calendar-event', 'business-notification'] as const

export type EffectKind = (typeof effectKinds)[number]

/** Something that has to be done, and from when on the outbox may do it. */
export interface OwedEffect {
  kind: EffectKind
  dueAtMs: number
}
