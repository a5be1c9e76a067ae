/** Everything that needs the client libraries, so that they arrive in one piece and only when wanted. */
export { createCalendarEvent } from './create-calendar-event.ts'
export { fetchOpenTimes } from './fetch-open-times.ts'
export { fetchSocialProof } from './fetch-social-proof.ts'
export { saveAppointment } from './save-appointment.ts'
export { sendNotification } from './send-notification.ts'
