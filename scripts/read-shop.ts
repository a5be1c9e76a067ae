/**
 * Checks a shop's folder for an author who isn't a programmer: `read-shop.ts FOLDER [TO]` reports errors with file and
 * line. If there's no error, TO gets shop/ (the folder's files, with the demo's for missing ones) and copy/ (the
 * product's copy, with the shop's own texts).
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, parse, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { pageFactWords } from '#copy/terminal.ts'
import { pictureSizes } from '../demo/picture-sizes.ts'
import { socialProofModes } from '../demo/types.ts'
import { resolveLook } from '../web/look/palettes.ts'
import { findPageErrors, namedPhotographs, sectionFiles } from './page-facts.ts'
import { findTextsWith, hiddenTexts, isOptional } from './page-texts.ts'
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
  const inOrder = findings.toSorted((a, b) => a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0))
  for (const { file, line, message } of inOrder)
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

const undescribed = (name: string) =>
  `pictureTexts['${name}'] must describe your own photograph for people who can’t see it.`

const usesMissing = 'uses a fact that isn’t there'

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === ''

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

/** The same for all entries of a list. */
const anyEntry = (path: readonly PropertyKey[]) =>
  path.map((key) => (typeof key === 'number' ? '*' : key)).join('.')

/** If the demo leaves a text empty in one place, like a promise's `term`, it's optional there. */
function optionalTexts(value: unknown, path: PropertyKey[] = []): string[] {
  if (isBlank(value)) return [anyEntry(path)]
  if (Array.isArray(value)) return value.flatMap((entry, index) => optionalTexts(entry, [...path, index]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => optionalTexts(inner, [...path, key]))
}

type Allowed = { icons: Set<unknown>; optional: Set<string> }

/** Compares a value with the demo's. A list's first entry is the model for all entries. */
function shapeErrors(wanted: unknown, found: unknown, path: PropertyKey[], allowed: Allowed): ShapeError[] {
  const name = path.map(String).join('.')
  if (found === undefined) return isOptional(name) ? [] : [{ path, message: missing(name) }]
  // null means "none" for some numbers. `findOpeningFaults` knows which.
  if (wanted === null || (found === null && typeof wanted === 'number')) return []
  if (found === null || kindOf(found) !== kindOf(wanted))
    return [{ path, message: `${name} must be ${kinds[kindOf(wanted)]}.` }]
  if (typeof found === 'string') {
    if (/\bundefined\b/.test(found)) return [{ path, message: `${name} ${usesMissing}: "${found}".` }]
    if (path.at(-1) === 'icon' && !allowed.icons.has(found))
      return [{ path, message: `${name} must be one of ${[...allowed.icons].join(', ')}.` }]
    return isBlank(found) && !allowed.optional.has(anyEntry(path))
      ? [{ path, message: pageFactWords.emptyText(name) }]
      : []
  }
  if (Array.isArray(wanted) && Array.isArray(found))
    return wanted.length === 0
      ? []
      : found.flatMap((entry, index) => shapeErrors(wanted[0], entry, [...path, index], allowed))
  if (typeof wanted !== 'object') return []
  return Object.keys(wanted).flatMap((key) =>
    Object.hasOwn(found as Module, key) && (found as Module)[key] === undefined
      ? [{ path: [...path, key], message: `${name}.${key} ${usesMissing}. Take it out.` }]
      : shapeErrors((wanted as Module)[key], (found as Module)[key], [...path, key], allowed),
  )
}

function iconsIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (key === 'icon' ? [inner] : iconsIn(inner)))
}

if (!own.includes('business.ts'))
  giveUp([{ file: 'business.ts', message: 'This file is missing. Run npm run shop to copy it from demo/.' }])

const modules: Record<string, Module> = {}
for (const name of own) modules[name] = await read(name)

const renamed = modules['opening-hours.ts']?.opening as { closedDates?: readonly string[] } | undefined
if (renamed?.closedDates) {
  const dates = renamed.closedDates.map((date) => `'${date}': []`).join(', ')
  const message = `closedDates is dates now. Write in its place:  dates: {${dates && ` ${dates} `}},`
  const line = findLine(join(folder, 'opening-hours.ts'), ['opening', 'closedDates'])
  giveUp([{ file: 'opening-hours.ts', line, message }])
}

/** The sections of the page. */
const { sections: listed }: { sections: readonly string[] } =
  modules['landing-page.ts'] ?? (await load(join(demo, 'landing-page.ts')))

const findings: Finding[] = []
function find(file: string, path: PropertyKey[], message: string): void {
  findings.push({ file, line: findLine(join(folder, file), path), message })
}
// The shop chooses these, so they may differ from the demo's. `findKindErrors` checks the kinds, `findPageErrors` the rest.
const chosen = ['kinds.ts', 'sources.ts', 'copy.ts', 'look.ts', ...Object.values(sectionFiles)]
const shaped = own.filter((name) => !chosen.includes(name) && existsSync(join(demo, name)))
for (const name of shaped) {
  const wanted: Module = await load(join(demo, name))
  const allowed = { icons: new Set(iconsIn(wanted)), optional: new Set(optionalTexts(wanted)) }
  const hidden = hiddenTexts(name === 'landing-page.ts' ? listed : [])
  const texts = Object.entries(wanted).filter(([key]) => !hidden.has(key))
  const errors = texts.flatMap(([key, value]) => shapeErrors(value, modules[name]?.[key], [key], allowed))
  for (const { path, message } of errors) find(name, path, message)
}
// Fixing the fact also fixes a text that uses it.
const causes = findings.filter(({ message }) => !message.includes(usesMissing))
if (findings.length > 0) giveUp(causes.length > 0 ? causes : findings)

/** The page's texts with a mark in place of each fact of the offer. */
async function textsOfOffer(mark: string): Promise<PropertyKey[][]> {
  const marked = mkdtempSync(join(root, 'dist.marking-'))
  try {
    for (const file of readdirSync(staged).filter((name) => name.endsWith('.ts')))
      cpSync(join(staged, file), join(marked, file === 'claims.ts' ? 'claims-said.ts' : file))
    const facts = `const facts = (said) => typeof said === 'string' ? '${mark}' :
  Object.fromEntries(Object.entries(said).map(([name, inner]) => [name, facts(inner)]))`
    writeFileSync(
      join(marked, 'claims.ts'),
      `import { offer as said } from './claims-said.ts'\nexport * from './claims-said.ts'\n${facts}\nexport const offer = facts(said)\n`,
    )
    return findTextsWith(mark, { ...(await load(join(marked, 'landing-page.ts'))) })
  } finally {
    rmSync(marked, { recursive: true, force: true })
  }
}

// Sections that aren't listed appear nowhere, so no other text can mention them.
if (!listed.includes('solution')) {
  const hidden = hiddenTexts(listed)
  for (const path of await textsOfOffer('\u27e6offer\u27e7')) {
    const name = path.map(String).join('.')
    if (!hidden.has(String(path[0])) && name !== 'hero.offer')
      find('landing-page.ts', path, pageFactWords.offer(name))
  }
  if (findings.length > 0) giveUp(findings)
}

// Not earlier: an unreadable file would silently stop this import.
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
for (const { file, path, message } of findPageErrors(modules)) find(file, path, message)
const { findCopyErrors, writeCopy } = await import('./own-copy.ts')
const ownCopy = modules['copy.ts']?.copy ?? {}
for (const { path, message } of await findCopyErrors(ownCopy)) find('copy.ts', path, message)
const { socialProof } = await load(join(staged, 'social-proof.ts'))
if (!socialProofModes.includes(socialProof.mode))
  find('social-proof.ts', ['socialProof', 'mode'], `mode must be one of ${socialProofModes.join(', ')}.`)
if (findings.length > 0) giveUp(findings)

const places = namedPhotographs(modules, listed)

/** The same shape without text. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return []
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? '' : value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, emptied(inner)]))
}

// A section that isn't listed appears nowhere, especially not with the demo's text.
for (const [section, file] of Object.entries(sectionFiles)) {
  if (folder === demo || listed.includes(section)) continue
  const [[name = '', value] = []] = Object.entries((await load(join(demo, file))) as Module)
  writeFileSync(join(staged, file), `export const ${name} = ${JSON.stringify(emptied(value))}\n`)
}
const { look } = await load(join(staged, 'look.ts'))
if (look.colors !== 'navy-and-brass') {
  const { recolorIcon } = await import('./photographs.ts')
  await recolorIcon(join(staged, 'pictures/rendered'), resolveLook(look.colors))
}
const photographs = join(folder, 'pictures')
if (folder !== demo && (existsSync(photographs) || places.length > 0)) {
  mkdirSync(photographs, { recursive: true })
  const { convertPhotographs, makeIcon } = await import('./photographs.ts')
  const rendered = join(staged, 'pictures/rendered')
  const names = new Set(places.map(({ name }) => name))
  const { notes, errors, lacking } = await convertPhotographs(photographs, rendered, pictureSizes, names)
  for (const note of notes) console.log(`${place('pictures')}/${note}`)
  for (const { name, file, path } of places.filter(({ name }) => lacking.includes(name)))
    find(file, path, pageFactWords.photograph(name))
  const { pictureTexts: ofDemo } = await load(join(demo, 'pictures.ts'))
  const { pictureTexts } = await load(join(staged, 'pictures.ts'))
  const ownNames = readdirSync(photographs).map((file) => parse(file).name)
  for (const name of Object.keys(pictureSizes))
    if (ownNames.includes(name) && pictureTexts[name] === ofDemo[name])
      find('pictures.ts', ['pictureTexts', name], undescribed(name))
  for (const { file, message } of errors) findings.push({ file: join('pictures', file), message })
  if (findings.length > 0) giveUp(findings)
  const logo = readdirSync(photographs).find((file) => parse(file).name === 'logo')
  if (logo && !ownNames.includes('icon')) {
    const { cloth, sheet } = resolveLook(look.colors)
    await makeIcon(join(photographs, logo), rendered, look.logoOn === 'cloth' ? cloth : sheet)
  }
}
if (to) {
  const [shop, copy] = ['shop', 'copy'].map((name) => join(to, name)) as [string, string]
  for (const old of [shop, copy]) rmSync(old, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  renameSync(staged, shop)
  writeCopy(ownCopy, copy)
}
