import { business } from '../../../site/business.ts'
import { ApiError } from '../api-error.ts'

/** For a mailbox that would get one first mail too many today. */
export const tooManyBookings = () =>
  new ApiError(
    429,
    '54000',
    `This e-mail address has been used for as many bookings today as we take in a day. To book more, please call or text ${business.phone.display}.`,
  )
