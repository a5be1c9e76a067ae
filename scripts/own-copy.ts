/**
 * A shop's own copy: checks it against `copy/`, and writes a `copy/` that has the shop's texts in place of the product's.
 */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ownGroups } from '#copy/own-copy.ts'
import { ownCopyWords as words } from '#copy/terminal.ts'
import { findRange } from './source-lines.ts'

const product = join(import.meta.dirname, '../copy')

type Group = Record<string, unknown>

interface CopyError {
  path: PropertyKey[]
  message: string
}

const isGroup = (value: unknown): value is Group => typeof value === 'object' && value !== null

/** Where each group is: 'bookingForm' in 'booking-form.ts'. */
const fileOf = new Map<string, string>(
  Object.entries(ownGroups).flatMap(([file, groups]) => groups.map((group) => [group, file] as const)),
)

/** Every reworded text, with its keys from the group down. */
function leaves(value: unknown, path: string[]): string[][] {
  return isGroup(value)
    ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
    : [path]
}

/** Calls a text with a mark for each name or date. Returns undefined if the text takes other values. */
function marked(text: (...args: string[]) => unknown, marks: readonly string[]): string | undefined {
  try {
    const said = text(...marks)
    return typeof said === 'string' ? said : undefined
  } catch {
    return undefined
  }
}

function textError(name: string, product: unknown, own: unknown): string | undefined {
  if (product === undefined) return words.unknown(name)
  if (isGroup(product)) return words.group(name)
  if (typeof product !== typeof own) return words.kind(name, typeof product === 'function')
  if (typeof own === 'string') return own.trim() === '' ? words.empty(name) : undefined
  if (typeof product !== 'function' || typeof own !== 'function') return undefined
  // A reworded text must keep each name and date: an email without its time would mislead.
  const marks = Array.from({ length: product.length }, (_, index) => `\u27e6${index}\u27e7`)
  const before = marked(product as (...args: string[]) => unknown, marks)
  const after = marked(own as (...args: string[]) => unknown, marks)
  if (after?.trim() === '') return words.empty(name)
  const lost = marks.findIndex((mark) => before?.includes(mark) && after?.includes(mark) === false)
  return lost === -1 ? undefined : words.lost(name, lost + 1)
}

const at = (value: unknown, path: readonly string[]) =>
  path.reduce<unknown>((inner, key) => (isGroup(inner) ? inner[key] : undefined), value)

/** @param copy - the exports of the shop's copy.ts */
export async function findCopyErrors(copy: unknown): Promise<CopyError[]> {
  if (!isGroup(copy)) return [{ path: ['copy'], message: words.group('copy') }]
  const errors: CopyError[] = []
  for (const [group, own] of Object.entries(copy)) {
    const file = fileOf.get(group)
    if (!file) {
      const message = words.unknownGroup(group, [...fileOf.keys()].join(', '))
      errors.push({ path: ['copy', group], message })
      continue
    }
    const texts = await import(pathToFileURL(join(product, file)).href)
    for (const path of leaves(own, [group])) {
      const message = textError(path.join('.'), at(texts, path), at(copy, path))
      if (message) errors.push({ path: ['copy', ...path], message })
    }
  }
  return errors
}

/** As code. A key can be a number, such as a status. */
const reference = (path: readonly string[]) => `ownCopy${path.map((key) => `['${key}']`).join('')}`

/** Copies `copy/` to a folder, with a reference to the shop's text in place of each one that it rewords. */
export function writeCopy(copy: unknown, to: string): void {
  cpSync(product, to, { recursive: true })
  const paths = leaves(copy, []).filter(([group = '']) => fileOf.has(group))
  for (const file of readdirSync(to)) {
    const inFile = paths.filter(([group = '']) => fileOf.get(group) === file)
    if (inFile.length === 0) continue
    let text = readFileSync(join(to, file), 'utf8')
    // From the end, so the earlier positions stay valid.
    const places = inFile
      .map((path) => ({ path, range: findRange(join(to, file), path) }))
      .sort((a, b) => b.range.start - a.range.start)
    for (const { path, range } of places)
      text = `${text.slice(0, range.start)}${reference(path)}${text.slice(range.end)}`
    writeFileSync(join(to, file), `import { copy as ownCopy } from '#shop/copy.ts'\n${text}`)
  }
}
