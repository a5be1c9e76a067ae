import type { createGiveWay as ours } from '../../server/jobs/worker.ts'

/** In place of an outbox that gives way to a rush of bookings. */
export const createGiveWay: typeof ours = () => ({ noteOwed: () => {}, givesWay: () => false })

export const closelyMs = 0
