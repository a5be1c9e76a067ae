/** A sequence as it was sent, cut to what PostgreSQL holds and can add one to: no appointment has so many changes. */
export const countable = (sequence: number) => Math.min(sequence, 2 ** 31 - 2)
