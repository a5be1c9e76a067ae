import { refuseEmptied } from '../refuse-emptied.ts'
import type { DavCollection, EntityTags } from './dav-collection.ts'

/** Which of the known objects have changed, and which are not there any more. */
export interface ChangedNames {
  cursor: string
  changed: string[]
  gone: string[]
}

const tokenCursor = 'token:'
const tagsCursor = 'etags:'

/** A listing tells of what is there; what is not in it and was known, is gone. */
function compare(listed: EntityTags, before: EntityTags, known: ReadonlySet<string>) {
  const gone = [...known].filter((name) => !listed.has(name))
  refuseEmptied(gone.length, known.size)
  return {
    changed: [...known].filter((name) => listed.has(name) && listed.get(name) !== before.get(name)),
    gone,
  }
}

async function byEntityTags(
  dav: DavCollection,
  cursor: string | null,
  known: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ChangedNames> {
  const before: EntityTags = new Map(cursor ? JSON.parse(cursor.slice(tagsCursor.length)) : [])
  const listed = await dav.entityTags(signal)
  const kept = [...listed].filter(([name]) => known.has(name))
  return { cursor: `${tagsCursor}${JSON.stringify(kept)}`, ...compare(listed, before, known) }
}

/**
 * What has happened to the known objects since the cursor: by the collection's sync token where the server has
 * one, else by the objects' entity tags.
 */
export async function changesSince(
  dav: DavCollection,
  cursor: string | null,
  known: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ChangedNames> {
  if (cursor?.startsWith(tagsCursor)) return byEntityTags(dav, cursor, known, signal)
  const token = cursor?.startsWith(tokenCursor) ? cursor.slice(tokenCursor.length) : null
  let answer = await dav.sync(token, signal)
  const isListing = token === null || answer === 'token-expired'
  if (answer === 'token-expired') answer = await dav.sync(null, signal)
  if (typeof answer === 'string') return byEntityTags(dav, null, known, signal)
  const next = `${tokenCursor}${answer.token}`
  if (isListing) return { cursor: next, ...compare(answer.changed, new Map(), known) }
  const { changed, gone } = answer
  return {
    cursor: next,
    changed: [...changed.keys()].filter((name) => known.has(name)),
    gone: gone.filter((name) => known.has(name) && !changed.has(name)),
  }
}
