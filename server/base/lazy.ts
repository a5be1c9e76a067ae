/**
 * Loads something with its first use and keeps it. For what takes much memory and time to load and is not needed for
 * the server to answer; where loading fails, the next use tries again.
 */
export function lazy<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
