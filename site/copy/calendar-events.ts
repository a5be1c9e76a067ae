import { business, fullName } from '../business.ts'
import { claims } from './claims.ts'

/** What calendars show of appointments and closed times: the owner's, and the client's. */
export const calendarEvents = {
  business: (name: string) => `Consultation: ${name}`,
  name: (name: string) => `Client: ${name}`,
  email: (email: string) => `Email: ${email}`,
  phone: (phone: string) => `Phone: ${phone}`,
  forgotten: 'Consultation',
  /** In place of the name, wherever it stood. */
  forgottenName: 'Forgotten',
  closed: (reason: string) => (reason ? `Closed: ${reason}` : 'Closed'),
  client: `Consultation at ${business.name}`,
  clientDescription: `Your free consultation with ${fullName}. It takes ${claims.consultation}. Bring the shoes you would wear.\nQuestions: text ${business.phone.display}`,
  feed: `${business.name}: consultations`,
}
