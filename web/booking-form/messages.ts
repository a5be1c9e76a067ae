import { bookingForm } from '../../site/copy/booking-form.ts'

/** The texts of the specification's error catalogue (point 8), to the letter. */
const orUnknown = (message: string | undefined) => message ?? bookingForm.failed.withoutMessage

/** What the destructive toast says below its title. */
export function bookingFailedToast(message: string | undefined): string {
  return message === undefined ? bookingForm.failed.withoutMessage : `Error: ${message}`
}

export function bookingFailed(message: string | undefined): string {
  return `Booking failed. Error: ${orUnknown(message)}`
}

export function calendarFailed(message: string | undefined): string {
  return `Calendar creation failed: ${orUnknown(message)}`
}

export function notificationFailed(message: string | undefined): string {
  return `Email sending failed: ${orUnknown(message)}`
}
