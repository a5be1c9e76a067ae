import type { DeskAppointment } from '../../../booking/owner-api.ts'

/** The addresses within the desk; they stand behind the "#". An appointment's is known to the mails, too. */
export const dayRoute = (date: string) => `/day/${date}`
export const appointmentRoute = ({
  appointment_date,
  id,
}: Pick<DeskAppointment, 'appointment_date' | 'id'>) => `${dayRoute(appointment_date)}/appointment/${id}`
