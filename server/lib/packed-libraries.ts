import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const modules = join(import.meta.dirname, '../../node_modules')

/** A library, and the file that the build packs it into. After an upgrade, the previous version's file has another name. */
const packed = (name: string) => {
  const { version } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'))
  return { name, file: join(modules, '.cache/libraries', `${name}-${version}.mjs`) }
}

/** Node takes most of a millisecond per module, and these have hundreds. */
export const packedLibraries = ['kysely', 'zod'].map(packed)
