import { kindErrorWords as words } from '#copy/errors.ts'
import { kinds as kindsOfShop } from '#shop/kinds.ts'
import type { AppointmentKind } from '#shop/types.ts'
import type { Shop } from './opening-hours.ts'
import { type Interval, msPerMinute } from './time.ts'

export type Kinds = Readonly<Record<string, AppointmentKind>>

export const consultation = 'consultation'

export const shortestMinutes = 15
export const longestMinutes = 240

const idsOf = (kinds: Kinds) =>
  Object.keys(kinds).sort((a, b) => Number(b === consultation) - Number(a === consultation))

/** The ids of the kinds, with the consultation first. Marked as pure, so the landing page's bundle omits the kinds. */
export const kindIds: readonly string[] = /* @__PURE__ */ idsOf(kindsOfShop)

/** A desk that stays open during an upgrade may not know a new kind yet, and shows its id. */
export const getKind = (id: string): AppointmentKind =>
  kindsOfShop[id] ?? { name: id, plural: id, title: id, lead: '', bring: [], next: consultation }

export const kindInSentence = (id: string) => getKind(id).name.replace(/^./u, (first) => first.toLowerCase())

export const getDuration = (id: string, { opening }: Shop): number =>
  id === consultation ? opening.durationMinutes : (getKind(id).durationMinutes ?? opening.durationMinutes)

export const lengthInMinutes = ({ startEpochMs, endEpochMs }: Interval) =>
  (endEpochMs - startEpochMs) / msPerMinute

export const isDuration = (minutes: unknown): minutes is number =>
  Number.isInteger(minutes) && Number(minutes) >= shortestMinutes && Number(minutes) <= longestMinutes

const texts = ['name', 'plural', 'title', 'lead'] as const

export interface KindError {
  path: string[]
  message: string
}

export function findKindErrors(kinds: Kinds): KindError[] {
  const errors = Object.entries(kinds).flatMap(([id, kind]) => {
    const wrong: [isKept: boolean, key: string[], message: string][] = [
      [/^[a-z][a-z0-9-]{0,39}$/.test(id), [], words.id],
      ...texts.map((key): [boolean, string[], string] => [
        typeof kind[key] === 'string' && kind[key] !== '',
        [key],
        words.text,
      ]),
      [
        kind.ready === undefined || (typeof kind.ready === 'string' && kind.ready !== ''),
        ['ready'],
        words.text,
      ],
      [Array.isArray(kind.bring), ['bring'], words.bring],
      [
        id === consultation || isDuration(kind.durationMinutes),
        ['durationMinutes'],
        words.duration(shortestMinutes, longestMinutes),
      ],
      [Object.hasOwn(kinds, kind.next), ['next'], words.next(Object.keys(kinds).join(', '))],
    ]
    return wrong.flatMap(([isKept, key, message]) => (isKept ? [] : [{ path: [id, ...key], message }]))
  })
  if (Object.hasOwn(kinds, consultation)) return errors
  return [{ path: [consultation], message: words.consultation }, ...errors]
}
