import { msPerMinute } from '../../booking/milliseconds.ts'

/**
 * The minute that an instant lies in, epoch milliseconds. An appointment has no seconds: an event that has some would
 * never stand where its appointment does, and each reading would find it moved again.
 */
export const wholeMinute = (epochMs: number) => epochMs - (epochMs % msPerMinute)
