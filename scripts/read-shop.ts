/**
 * Checks a shop's folder for an author who isn't a programmer: `read-shop.ts FOLDER [TO]` reports errors with file and
 * line. If there's no error, TO gets shop/ (the folder's files, with the demo's for missing ones) and copy/ (the
 * product's copy, with the shop's own texts).
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { pictureSizes } from '../demo/picture-sizes.ts'
import { socialProofModes } from '../demo/types.ts'
import { findLine } from './source-lines.ts'

const root = join(import.meta.dirname, '..')
const demo = join(root, 'demo')
const folder = resolve(process.argv[2] ?? demo)
const to = process.argv[3]

const howToWrite = `Each text is between two quotes, and a comma follows the second:  name: 'Ann & Sons',
Inside a text, write the apostrophe as ’. The missing sign may belong at the end of the line before.`

type Finding = { file: string; line?: number; message: string }

const place = (file: string) => relative(process.cwd(), join(folder, file))

function giveUp(findings: readonly Finding[]): never {
  for (const { file, line, message } of findings)
    console.error(`${place(file)}${line === undefined ? '' : `, line ${line}`}: ${message}`)
  process.exit(1)
}

/** These describe the product, so a copy in the shop's folder doesn't count. */
const ofProduct = ['jacket-outlines.ts', 'picture-sizes.ts', 'types.ts']

const staged = mkdtempSync(join(root, 'dist.reading-'))
process.on('exit', () => rmSync(staged, { recursive: true, force: true }))
const own = readdirSync(folder).filter((name) => name.endsWith('.ts') && !ofProduct.includes(name))
cpSync(demo, staged, { recursive: true })
for (const name of own) cpSync(join(folder, name), join(staged, name))

type Module = Record<string, unknown>

/** By URL: in a path, Node would read a % as the start of an escape. */
const load = (path: string) => import(pathToFileURL(path).href)

const unreadable = /^file:\/\/.*:(\d+)\n(.*?)\n\n?\w*Error/s

function whyUnreadable({ stack = '', message }: Error): Omit<Finding, 'file'> {
  const [, line, code] = unreadable.exec(stack) ?? []
  if (line !== undefined)
    return { line: Number(line), message: `This can’t be read:\n\n${code}\n\n${howToWrite}` }
  const [, at] = /\.ts:(\d+):\d+/.exec(stack) ?? []
  return { ...(at && { line: Number(at) }), message: `This can’t be used: ${message}.` }
}

const lacks = /'(?:\.\/|#shop\/)([^']+)' does not provide an export named '(\w+)'/

const missing = (name: string) => `${name} is missing. Copy it from demo/, and make it yours.`

async function read(name: string): Promise<Module> {
  const path = join(staged, name)
  return load(path).catch((error: Error) => {
    const [, other, key] = lacks.exec(error.message) ?? []
    if (other && key) return giveUp([{ file: other, line: 1, message: missing(key) }])
    // The error may be in another file that this one imports.
    const [, at] = /file:\/\/(.*?\.ts):\d+/.exec(error.stack ?? '') ?? []
    return giveUp([
      { file: at === undefined ? name : basename(fileURLToPath(`file://${at}`)), ...whyUnreadable(error) },
    ])
  })
}

const usesMissing = 'uses a fact that isn’t there'

const kinds: Record<string, string> = {
  string: "text between quotes, like 'Dallas'",
  number: 'a number without quotes',
  boolean: 'true or false',
  list: 'a list between square brackets: [ ]',
  object: 'a group between braces: { }',
  function: 'a function',
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value)

type ShapeError = { path: PropertyKey[]; message: string }

/** Compares a value with the demonstration's. A list's first entry is the model for all entries. */
function shapeErrors(
  wanted: unknown,
  found: unknown,
  path: PropertyKey[],
  icons: Set<unknown>,
): ShapeError[] {
  const name = path.map(String).join('.')
  if (found === undefined) return [{ path, message: missing(name) }]
  // Null stands for "none" in some numbers. `openingErrors` knows which.
  if (wanted === null || (found === null && typeof wanted === 'number')) return []
  if (found === null || kindOf(found) !== kindOf(wanted))
    return [{ path, message: `${name} must be ${kinds[kindOf(wanted)]}.` }]
  if (typeof found === 'string') {
    if (/\bundefined\b/.test(found)) return [{ path, message: `${name} ${usesMissing}: "${found}".` }]
    if (path.at(-1) === 'icon' && !icons.has(found))
      return [{ path, message: `${name} must be one of ${[...icons].join(', ')}.` }]
    return []
  }
  if (Array.isArray(wanted) && Array.isArray(found))
    return wanted.length === 0
      ? []
      : found.flatMap((entry, index) => shapeErrors(wanted[0], entry, [...path, index], icons))
  if (typeof wanted !== 'object') return []
  return Object.keys(wanted).flatMap((key) =>
    shapeErrors((wanted as Module)[key], (found as Module)[key], [...path, key], icons),
  )
}

function iconsIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (key === 'icon' ? [inner] : iconsIn(inner)))
}

if (!own.includes('business.ts'))
  giveUp([
    { file: 'business.ts', message: 'This file is missing. Run npm run shop, which copies it from demo/.' },
  ])

const modules: Record<string, Module> = {}
for (const name of own) modules[name] = await read(name)

const findings: Finding[] = []
function find(file: string, path: PropertyKey[], message: string): void {
  findings.push({ file, line: findLine(join(folder, file), path), message })
}
// Not the kinds: a shop can have others. `kindErrors` checks them.
const shaped = own.filter((name) => name !== 'kinds.ts' && existsSync(join(demo, name)))
for (const name of shaped) {
  const wanted: Module = await load(join(demo, name))
  const errors = Object.entries(wanted).flatMap(([key, value]) =>
    shapeErrors(value, modules[name]?.[key], [key], new Set(iconsIn(wanted))),
  )
  for (const { path, message } of errors) find(name, path, message)
}
// Fixing the fact also fixes a text that uses it.
const causes = findings.filter(({ message }) => !message.includes(usesMissing))
if (findings.length > 0) giveUp(causes.length > 0 ? causes : findings)

// Not before: an unreadable file would silently stop this import.
const { findShopErrors } = await import('../server/shop-facts.ts')
const { business } = await load(join(staged, 'business.ts'))
const { opening } = await load(join(staged, 'opening-hours.ts'))
const { kinds: appointmentKinds } = await load(join(staged, 'kinds.ts'))
const { opening: sound } = await load(join(demo, 'opening-hours.ts'))

/**
 * Returns the part of the opening hours that the message is about: the error is the one that disappears with the demo's
 * value.
 */
function partOf(message: string, group: PropertyKey[] = []): PropertyKey[] {
  const at = (value: unknown) =>
    group.reduce((inner, key) => (inner as Module)[key as string], value) as Module
  for (const key of Object.keys(at(sound))) {
    const repaired = structuredClone(opening)
    at(repaired)[key] = at(sound)[key]
    const errors = findShopErrors({ business, opening: repaired, kinds: appointmentKinds })
    if (errors.some((error) => error.message === message)) continue
    const isGroup = kindOf(at(sound)[key]) === 'object' && at(sound)[key] !== null
    return isGroup ? partOf(message, [...group, key]) : [...group, key]
  }
  return group
}

for (const { file, path, message } of findShopErrors({ business, opening, kinds: appointmentKinds })) {
  if (path.length > 1) find(file, path, `${path.slice(1).map(String).join('.')} ${message}.`)
  else find(file, [...path, ...partOf(message)], `${message} demo/types.ts shows how to write it here.`)
}
const { socialProof } = await load(join(staged, 'social-proof.ts'))
if (!socialProofModes.includes(socialProof.mode))
  find('social-proof.ts', ['socialProof', 'mode'], `mode must be one of ${socialProofModes.join(', ')}.`)
if (findings.length > 0) giveUp(findings)

const photographs = join(folder, 'pictures')
if (folder !== demo && existsSync(photographs)) {
  const { convertPhotographs } = await import('./photographs.ts')
  const rendered = join(staged, 'pictures/rendered')
  const { notes, errors } = await convertPhotographs(photographs, rendered, pictureSizes)
  for (const note of notes) console.log(`${place('pictures')}/${note}`)
  if (errors.length > 0)
    giveUp(errors.map(({ file, message }) => ({ file: join('pictures', file), message })))
}
if (to) {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(dirname(to), { recursive: true })
  renameSync(staged, to)
}
