/** How many changes somebody has seen, who may name any number: as one that PostgreSQL can compare, and add one to. */
export const countable = (sequence: number) => Math.min(sequence, 2 ** 31 - 2)
