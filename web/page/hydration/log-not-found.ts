// Logs an unknown path (specification, point 2). Without its query, which may hold personal data.
console.error('404 Error: User attempted to access non-existent route:', location.pathname)
