/** What a booking owes to others, each done once per change of an appointment. */
export const effectKinds = ['calendar-event', 'business-notification'] as const

export type EffectKind = (typeof effectKinds)[number]
