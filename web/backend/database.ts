import type { Appointment, AppointmentFields } from '../../booking/appointment.ts'

/** True figures of the shop, as the server counts them. */
export interface LiveFigures {
  viewers: number
  /** For so many more clients. */
  open_times_left_this_month: number
  minutes_since_last_booking: number | null
}

/** What the REST calls offer, in the form from which the client derives its types. */
export type Database = {
  public: {
    Tables: {
      appointments: {
        Row: { [Column in keyof Appointment]: Appointment[Column] }
        Insert: { [Column in keyof AppointmentFields]: AppointmentFields[Column] }
        Update: Record<string, never>
        Relationships: []
      }
    }
    Views: Record<string, never>
    Functions: {
      /** The start times of a day that are still open, "HH:MM", early to late. */
      open_times: { Args: { on: string }; Returns: string[] }
      social_proof: { Args: { visitor: string }; Returns: LiveFigures }
    }
  }
}
