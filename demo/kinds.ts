import { claims } from './claims.ts'
import type { AppointmentKind } from './types.ts'

/**
 * The kinds of appointment. Clients book consultations, and you book the others at the desk. Add your own, like
 * `alteration: { ... },`. Keep `consultation`, and keep a kind as long as any stored appointment has it.
 */
export const kinds: Record<string, AppointmentKind> = {
  consultation: {
    name: 'Consultation',
    plural: 'Consultations',
    title: 'You’re booked.',
    lead: `Plan on ${claims.consultation} for your free consultation.`,
    bring: [
      'The shoes you’ll wear with the suit, if you have them.',
      'A jacket that nearly fits, if you have one.',
      'The date you need it by, if you have one.',
    ],
    next: 'fitting',
  },
  fitting: {
    name: 'Fitting',
    plural: 'Fittings',
    durationMinutes: 45,
    title: 'Your fitting is booked.',
    lead: 'You’ll try your suit on, and we’ll mark what still needs to change.',
    ready: 'Your suit is ready to try on.',
    bring: ['The shoes you’ll wear with the suit.', 'The shirt you’ll wear with it.'],
    next: 'pick-up',
    label: 'basted',
  },
  'pick-up': {
    name: 'Pickup',
    plural: 'Pickups',
    durationMinutes: 15,
    title: 'Your pickup is booked.',
    lead: 'Try your suit on before you take it home.',
    ready: 'Your suit is ready to pick up.',
    bring: ['The shoes you’ll wear with the suit.'],
    next: 'consultation',
    label: 'ticket',
  },
}
