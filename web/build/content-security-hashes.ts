import { createHash } from 'node:crypto'

/** The sources that a Content Security Policy must allow for these pages, as in `'sha256-…'` without the quotes. */
export interface ContentSecurityHashes {
  scriptHashes: string[]
  styleHashes: string[]
}

function hashesOf(pages: string[], element: RegExp): string[] {
  const contents = pages.flatMap((html) => [...html.matchAll(element)].map(([, content = '']) => content))
  return [...new Set(contents)].map(
    (content) => `sha256-${createHash('sha256').update(content).digest('base64')}`,
  )
}

/** @see https://www.w3.org/TR/CSP3/#script-src (data blocks such as JSON-LD are not executed and need no hash) */
export function contentSecurityHashes(pages: string[]): ContentSecurityHashes {
  return {
    scriptHashes: hashesOf(pages, /<script type="module">([\s\S]*?)<\/script>/g),
    styleHashes: hashesOf(pages, /<style>([\s\S]*?)<\/style>/g),
  }
}
