import { parseEnv } from 'node:util'

/** A line with a value up to its first #, which no space divides from what is before. */
const lineWithHash = /^\s*(?:export\s+)?([\w.-]+)\s*=([^#\n]*)(?<!\s)#/gm

/**
 * The variables of a file like `.env` whose values end before a # that was meant: a comment begins with it there, unless
 * the value is quoted, and half a password is as good as none.
 */
export function cutVariables(text: string): string[] {
  const variables = parseEnv(text)
  return [...text.matchAll(lineWithHash)].flatMap(([, name = '', before = '']) =>
    // Otherwise the # is within quotes, or another line has the last word.
    variables[name] === before.trim() ? name : [],
  )
}
