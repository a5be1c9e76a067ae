import type { SocialProofMode } from './types.ts'

/**
 * The three lines under the first consultation: people viewing, slots left, last booked.
 *
 * - 'simulated': invented numbers that change automatically. This is the demo's setting.
 *   Do not publish with it: invented numbers can break consumer law (FTC Act section 5; the FTC's staff
 *   report of September 2022, "Bringing Dark Patterns to Light", names false "people are viewing" messages).
 * - 'live': true numbers from your own bookings; a line with nothing to say is hidden.
 *   Publish with this setting.
 * - 'off': no such lines.
 */
export const socialProof = {
  mode: 'simulated' as SocialProofMode,

  /** Where the simulated numbers start, how far they go, and how often they change. */
  simulated: {
    viewers: { startMin: 2, startMax: 6, cap: 8 },
    slots: { startMin: 6, startMax: 9, cap: 12 },
    lastBooked: ['2 minutes', '15 minutes', '1 hour', '2 hours', '4 hours'],
    everySecondsMin: 5,
    everySecondsMax: 15,
  },
} as const
