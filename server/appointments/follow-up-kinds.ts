/** What an appointment owes to others, each done once per change of it. */
export const effectKinds = [
  'calendar-event',
  'calendar-forgetting',
  'business-notification',
  'client-invitation',
  'client-reminder',
  'move-refused',
  'trouble-mail',
  'trouble-event',
] as const

export type EffectKind = (typeof effectKinds)[number]

/** Something that has to be done, and from when on the outbox may do it. */
export interface OwedEffect {
  kind: EffectKind
  dueAtMs: number
}

/** How the owner is told that effects of some kinds keep failing: by the channel that is not the failing one. */
export const troubleOf = {
  'trouble-mail': ['calendar-event', 'calendar-forgetting'],
  'trouble-event': ['business-notification', 'client-invitation', 'client-reminder', 'move-refused'],
} as const satisfies Partial<Record<EffectKind, readonly EffectKind[]>>

export type TroubleKind = keyof typeof troubleOf

/** The notice for a kind of effect; none for the notices themselves. */
export function troubleFor(kind: EffectKind): TroubleKind | null {
  for (const [trouble, kinds] of Object.entries(troubleOf)) {
    if ((kinds as readonly EffectKind[]).includes(kind)) return trouble as TroubleKind
  }
  return null
}
