import { refusals } from '../../../site/copy/refusals.ts'
import { ApiError } from '../api-error.ts'

/** For a mailbox that would get one first mail too many today. */
export const tooManyBookings = () => new ApiError(429, '54000', refusals.tooManyBookings)
