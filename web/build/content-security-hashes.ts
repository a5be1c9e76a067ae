import { createHash } from 'node:crypto'

/** What a Content Security Policy must allow that stands inline in a page: `sha256-…`, without the quotes. */
export function contentSecurityHashes(scripts: readonly string[], styles: readonly string[]) {
  const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
  return { scriptHashes: scripts.map(hash), styleHashes: styles.map(hash) }
}
