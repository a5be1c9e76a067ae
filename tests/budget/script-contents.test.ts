import { readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const assets = new URL('../../dist/assets/', import.meta.url)
const names = readdirSync(assets).filter((name) => name.endsWith('.js'))
const textOf = (name: string) => readFileSync(new URL(name, assets), 'utf8')
/** What hydration runs besides React. */
const own = names.filter((name) => /^(hydrate|start|after-load)-/.test(name))

describe('what runs when the page comes to life', () => {
  it('is evaluated in parts, so that none blocks for long', () => {
    expect(own.length).toBeGreaterThanOrEqual(3)
    // React is one module and cannot be parted; everything else is smaller.
    const others = names.filter((name) => !/^react-/.test(name))
    for (const name of others) {
      expect(statSync(new URL(name, assets)).size, name).toBeLessThanOrEqual(110_000)
    }
  })

  it('makes no formatter before one is needed: each takes a phone 10 ms', () => {
    for (const name of own) expect(textOf(name), name).not.toMatch(/new Intl\./)
  })

  it('brings no style for the root: the browser would work out every element of the page again', () => {
    for (const name of own) expect(textOf(name), name).not.toMatch(/:root|:host/)
  })

  it('has neither a schema library nor a library of floating boxes in it, and nor has the desk', () => {
    const desks = readdirSync(new URL('desk/', assets)).flatMap((name) =>
      name.endsWith('.js') ? `desk/${name}` : [],
    )
    expect(desks.length).toBeGreaterThanOrEqual(3)
    for (const name of [...names, ...desks]) {
      expect(textOf(name), name).not.toMatch(/ZodError|~standard.*zod|floating-ui|data-radix/)
    }
  })

  it('has React for production in it', () => {
    for (const name of names)
      expect(textOf(name), name).not.toContain('Each child in a list should have a unique')
  })
})
