/** Rules for the parts of a page that a shop chooses: its sections, its colors, and the content of optional sections. */
import { z } from 'zod'
import { pageFactWords as words } from '#copy/terminal.ts'
import { pictureSizes } from '../demo/picture-sizes.ts'
import type { OwnLook } from '../demo/types.ts'
import { findUnreadable, palettes, resolveLook, type UnreadableColor } from '../web/look/palettes.ts'
import { hiddenTexts } from './page-texts.ts'

export const sectionFiles = {
  gallery: 'gallery.ts',
  prices: 'prices.ts',
  about: 'about.ts',
  reviews: 'reviews.ts',
} as const

type OptionalSection = keyof typeof sectionFiles

const sectionNames = [
  'visit',
  'problem',
  'book',
  'solution',
  'designs',
  'testimonials',
  'promises',
  'questions',
  'closing',
  ...(Object.keys(sectionFiles) as OptionalSection[]),
] as const

const filled = z.string(words.text).trim().min(1, words.empty)

const photograph = z.object({ file: filled, alt: filled, caption: filled })

/**
 * A currency next to the number, before or after it: '$38', 'from 240 USD', '€ 95'. Text alone means that the price is on
 * request.
 */
const hasCurrency = (price: string) => !/\d/.test(price) || /\p{Sc}|\b[A-Z]{3}\b/u.test(price)

/** How many entries look good at 390 and 1440 px. */
const between = <Entry extends z.ZodType>(entry: Entry, least: number, most: number) =>
  z.array(entry, words.list).min(least, words.count(least, most)).max(most, words.count(least, most))

const schemas: Record<OptionalSection, z.ZodType> = {
  gallery: z.object({
    gallery: z.object({ title: filled, lead: filled, photographs: between(photograph, 4, 24) }),
  }),
  prices: z.object({
    priceList: z.object({
      title: filled,
      lead: filled,
      action: filled,
      head: filled,
      valid: filled,
      groups: between(
        z.object({
          name: filled,
          rows: between(
            z.object({
              what: filled,
              note: z.string(words.text),
              price: filled.refine(hasCurrency, words.currency),
            }),
            1,
            12,
          ),
        }),
        1,
        4,
      ),
      foot: filled,
    }),
  }),
  about: z.object({
    about: z.object({
      title: filled,
      portrait: photograph,
      paragraphs: between(filled, 1, 6).refine(
        (paragraphs) => paragraphs.join('').length <= 1200,
        words.aboutLength,
      ),
      signature: z.string(words.text),
    }),
  }),
  reviews: z.object({
    reviews: z.object({
      title: filled,
      rating: z.object({ figure: filled, outOf: filled, count: filled, date: filled }),
      profile: z.object({ label: filled, url: z.url({ protocol: /^https$/, error: words.url }) }),
      testimonials: between(
        z.object({
          name: filled,
          title: filled,
          content: filled,
          rating: z.literal([1, 2, 3, 4, 5], words.stars),
        }),
        1,
        6,
      ),
    }),
  }),
}

/** Any entry: `read-shop.ts` compares it with the demo's. */
const entries = (least: number, most: number) => between(z.unknown(), least, most)

const isOfPage = (picture: string) => Object.hasOwn(pictureSizes, picture)

/** The lists of landing-page.ts, by their export. */
const lists: Record<string, z.ZodType> = {
  facts: entries(2, 5),
  visit: z.object({ timetable: entries(2, 6) }),
  problem: z.object({ notes: entries(3, 3) }),
  book: z.object({ notes: entries(1, 5) }),
  designs: z.object({
    plates: between(
      z
        .object({ picture: filled, alt: filled.optional() })
        .refine(({ picture, alt }) => alt || isOfPage(picture), { path: ['alt'], error: words.undescribed }),
      2,
      6,
    ),
  }),
  promises: z.object({ labels: entries(2, 4) }),
  features: z.object({ rows: entries(3, 5) }),
  questions: z.object({ items: entries(2, 12) }),
  closing: z.object({ steps: entries(2, 4) }),
}

const hexColor = z.string(words.color).regex(/^#[0-9a-f]{6}$/i, words.color)

const ownColors = z.strictObject(
  {
    ground: hexColor,
    sheet: hexColor,
    ink: hexColor,
    secondInk: hexColor,
    cloth: hexColor,
    metal: hexColor,
    thread: hexColor,
    red: hexColor,
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? words.unknownColor(issue.keys.join(', ')) : undefined,
  },
)

const paletteNames = Object.keys(palettes) as (keyof typeof palettes)[]
const namedColors = z.enum(paletteNames, words.palette(paletteNames.join(', ')))

/** Not a union of both: it couldn’t say which of the eight colors is missing. */
const colors = z.unknown().superRefine((found, context) => {
  const isOwn = typeof found === 'object' && found !== null
  for (const { path, message } of (isOwn ? ownColors : namedColors).safeParse(found).error?.issues ?? [])
    context.addIssue({ code: 'custom', path: [...path], message })
})

const look = z.object({
  look: z.object({ colors, logoOn: z.enum(['cloth', 'sheet'], words.logoOn) }),
})

/** Bookings keep the short names, so they have only characters that every table and link can hold. */
const sources = z.object({
  sources: z.record(z.string(), filled, words.sources).superRefine((found, context) => {
    const ids = Object.keys(found)
    const [least, most] = [2, 12]
    if (ids.length < least || ids.length > most) context.addIssue(words.count(least, most))
    for (const id of ids)
      if (!/^[a-z][a-z0-9-]{0,29}$/.test(id))
        context.addIssue({ code: 'custom', path: [id], message: words.sourceId })
  }),
})

export interface PageError {
  file: string
  /** Its keys from the exported value down. */
  path: PropertyKey[]
  message: string
}

type Modules = Record<string, Record<string, unknown>>

function sectionErrors(sections: readonly unknown[], own: readonly string[]): PageError[] {
  const noForm = { file: 'landing-page.ts', path: ['sections'], message: words.form }
  const errors = sections.flatMap((name, index) => {
    const error = (message: string) => [{ file: 'landing-page.ts', path: ['sections', index], message }]
    if (!(sectionNames as readonly unknown[]).includes(name))
      return error(words.section(String(name), sectionNames.join(', ')))
    if (sections.indexOf(name) !== index) return error(words.sectionTwice(String(name)))
    const file = sectionFiles[name as OptionalSection]
    return file && !own.includes(file) ? error(words.sectionFile(String(name), file)) : []
  })
  return sections.includes('book') ? errors : [noForm, ...errors]
}

const issuesIn = (file: string, schema: z.ZodType, value: unknown): PageError[] =>
  (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => ({
    file,
    path,
    message: `${(path.length > 1 && file !== 'landing-page.ts' ? path.slice(1) : path).map(String).join('.')} ${message}.`,
  }))

function lookErrors(module: Record<string, unknown>): PageError[] {
  const errors = issuesIn('look.ts', look, module)
  if (errors.length > 0) return errors
  const { colors } = (module as unknown as { look: OwnLook }).look
  const name = ({ role, shade, hex }: UnreadableColor) =>
    `${shade === 'same' ? '' : `${shade} `}${role ?? 'white'} (${hex})`
  return findUnreadable(resolveLook(colors)).map(({ text, background, ratio, least }) => ({
    file: 'look.ts',
    path: ['look', 'colors', ...(text.role ? [text.role] : [])],
    message: words.unreadable(name(text), name(background), ratio.toFixed(2), least),
  }))
}

/** The photographs that listed sections use, each with its place. */
export function namedPhotographs(modules: Modules, sections: readonly string[]) {
  const places: { name: string; file: string; path: PropertyKey[] }[] = []
  const gallery = modules['gallery.ts']?.gallery as { photographs: { file: string }[] } | undefined
  if (sections.includes('gallery'))
    for (const [index, { file }] of (gallery?.photographs ?? []).entries())
      places.push({ name: file, file: 'gallery.ts', path: ['gallery', 'photographs', index, 'file'] })
  const about = modules['about.ts']?.about as { portrait: { file: string } } | undefined
  if (sections.includes('about') && about)
    places.push({ name: about.portrait.file, file: 'about.ts', path: ['about', 'portrait', 'file'] })
  const designs = modules['landing-page.ts']?.designs as { plates: { picture: string }[] } | undefined
  if (sections.includes('designs'))
    for (const [index, { picture }] of (designs?.plates ?? []).entries())
      if (!isOfPage(picture))
        places.push({
          name: picture,
          file: 'landing-page.ts',
          path: ['designs', 'plates', index, 'picture'],
        })
  return places
}

/**
 * @param modules - the shop's own files, as read
 * @returns each broken rule. Ignores sections that the page doesn't list
 */
export function findPageErrors(modules: Modules): PageError[] {
  const own = Object.keys(modules)
  const sections = modules['landing-page.ts']?.sections
  const listed = Array.isArray(sections) ? sections : []
  const errors = own.includes('landing-page.ts') ? sectionErrors(listed, own) : []
  const hidden = hiddenTexts(listed)
  for (const [name, list] of Object.entries(lists))
    if (modules['landing-page.ts'] && !hidden.has(name))
      errors.push(...issuesIn('landing-page.ts', z.object({ [name]: list }), modules['landing-page.ts']))
  for (const [name, file] of Object.entries(sectionFiles)) {
    const module = modules[file]
    if (listed.includes(name) && module)
      errors.push(...issuesIn(file, schemas[name as OptionalSection], module))
  }
  if (modules['sources.ts']) errors.push(...issuesIn('sources.ts', sources, modules['sources.ts']))
  return modules['look.ts'] ? [...errors, ...lookErrors(modules['look.ts'])] : errors
}
