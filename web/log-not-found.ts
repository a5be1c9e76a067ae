/** Logs an unknown path (specification, point 2). Without its query, which may hold personal data. */
export function logNotFound(path: string): void {
  console.error('404 Error: User attempted to access non-existent route:', path)
}
