/** Where the digests of the links' tokens are kept. */
export interface VisitTokenStore {
  add(tokenHash: string, appointmentId: string, nowEpochMs: number): Promise<void>
  findAppointmentId(tokenHash: string): Promise<string | null>
}
