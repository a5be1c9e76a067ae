/** "20261203T163000Z": an instant as calendars write it, in the basic form of ISO 8601 (RFC 5545, 3.3.5). */
export function basicInstant(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(/[-:]|\.\d{3}/g, '')
}
