import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

describe.each(documents)('%s', (name) => {
  const text = readFileSync(join(root, name), 'utf8')

  it('names tests that are there', () => {
    const tests = text.match(/tests\/[\w./-]+\.ts/g) ?? []
    expect(tests.filter((test) => !existsSync(join(root, test)))).toEqual([])
  })

  it('links to what is there', () => {
    const places = [...text.matchAll(/(?:\]\(|^\[[^\]]+\]: )([^)#\s]+)/gm)].map(([, place = '']) => place)
    const own = places.filter((place) => !/^https?:/.test(place))
    expect(own.filter((place) => !existsSync(join(root, posix.dirname(name), place)))).toEqual([])
    const named = [...text.matchAll(/\]\[([\w-]+)\]/g)].map(([, label]) => label)
    const defined = [...text.matchAll(/^\[([\w-]+)\]: /gm)].map(([, label]) => label)
    expect([...new Set(named)].sort()).toEqual(defined.sort())
  })
})
