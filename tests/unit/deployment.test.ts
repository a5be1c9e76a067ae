import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { frugal } from '../../scripts/run.mjs'

describe.each(['booking.service', 'Dockerfile'])('deploy/%s', (name) => {
  it('starts the server as npm start does, so that it keeps as little memory', () => {
    const text = readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')
    const [start = ''] = /(?:^CMD|ExecStart=).*$/m.exec(text) ?? []
    expect(start.match(/--[\w-]+=\w+/g)).toEqual(frugal.options)
    for (const [variable, value] of Object.entries(frugal.env)) expect(text).toContain(`${variable}=${value}`)
  })
})
