/** Run `npm run fonts` after a package changes, or demo/ or copy/ has a new character. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)
const basicLatin = Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => String.fromCodePoint(0x20 + index))

const written = ['demo', 'copy'].flatMap((room) => {
  const folder = new URL(`../../${room}/`, import.meta.url)
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts'))
  return names.map((name) => readFileSync(new URL(name, folder), 'utf8'))
})

const letters = `${basicLatin.join('')}\u00a0‘’“”–—…·×¼½¾©®éñ${written.join('')}`

/** Kerning, ligatures, and tabular figures; small capitals and the rest would double the size. */
const keepFeatures = ['kern', 'liga', 'lnum', 'tnum']

const faces = [
  {
    source: '@fontsource-variable/besley/files/besley-latin-wght-normal.woff2',
    target: 'besley.woff2',
    // One weight: the axis would cost another 10 kB of the first screen.
    weights: 490,
    // Spanish names: in this typeface, a fallback’s characters would stand out.
    more: 'áíóúüÁÉÍÑÓÚÜ¿¡',
  },
  {
    source: '@fontsource-variable/libre-franklin/files/libre-franklin-latin-wght-normal.woff2',
    target: 'libre-franklin.woff2',
    weights: { min: 400, max: 600 },
    more: '',
  },
]

for (const { source, target, weights, more } of faces) {
  const subset = await subsetFont(readFileSync(require.resolve(source)), letters + more, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    keepFeatures,
  })
  writeFileSync(new URL(`../styles/${target}`, import.meta.url), subset)
  console.log(`${target}: ${subset.length} bytes`)
}
