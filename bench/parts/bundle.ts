import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { hydrationAddresses } from '../../web/build/output.ts'
import { type BuiltScript, buildScripts } from '../measure/script-shares.ts'
import { allowed, type Row } from '../report/row.ts'

const root = join(import.meta.dirname, '../..')
const htmlMost = 14 * 1024
const bootMost = 3_000
const scriptsMost = 95_000
/** Smaller parts are told together. */
const shareLeast = 500

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
const sizeOf = (scripts: readonly BuiltScript[]) => scripts.reduce((sum, one) => sum + one.brotliBytes, 0)

function sharesOf(scripts: readonly BuiltScript[]): [string, number][] {
  const shares = new Map<string, number>()
  for (const [name, bytes] of scripts.flatMap((script) => [...script.shares])) {
    shares.set(name, (shares.get(name) ?? 0) + bytes)
  }
  const large = [...shares].filter(([, bytes]) => bytes >= shareLeast).sort(([, a], [, b]) => b - a)
  const rest = [...shares]
    .filter(([, bytes]) => bytes < shareLeast)
    .reduce((sum, [, bytes]) => sum + bytes, 0)
  return [...large, ['all others', rest]]
}

/** What is sent when, in Brotli, and what the scripts are made of. */
export async function measureBundle(): Promise<Row[]> {
  const html = readFileSync(join(root, 'dist/index.html'), 'utf8')
  const boot = html.match(/<script type="module">([\s\S]*?)<\/script>/)?.[1] ?? ''
  const { scripts, manifest } = await buildScripts(root)
  const { start, ahead, polyfill } = hydrationAddresses(manifest)
  const among = (addresses: readonly string[]) => scripts.filter(({ file }) => addresses.includes(`/${file}`))
  const booking = among([start, ...ahead])
  const calls = booking.filter(({ file }) => /\/api-/.test(file))
  const hydration = booking.filter((script) => !calls.includes(script))
  const total = sizeOf(booking)
  const others = scripts.filter((script) => !booking.includes(script) && !among(polyfill).includes(script))
  const part = (what: string, bytes: number): Row => ({
    what,
    ours: kB(bytes),
    beside: `${kB(total)} in all`,
    ratio: bytes / total,
  })
  return [
    allowed('HTML with its style, at arrival', brotliCompressSync(html).length, htmlMost, kB),
    allowed(
      'script that runs before a visitor comes near a form (not compressed)',
      boot.length,
      bootMost,
      kB,
    ),
    allowed('scripts after hydration and a booking', total, scriptsMost, kB),
    part('of these, all fetched ahead at idle: run near a form', sizeOf(hydration)),
    part('of these: the three calls, run at the first focus in a form', sizeOf(calls)),
    ...sharesOf(booking).map(([name, bytes]) => part(`share of ${name}`, bytes)),
    part('besides: only for some visitors (stored session, link in a mail)', sizeOf(others)),
    part('besides: only where the browser has no Temporal', sizeOf(among(polyfill))),
  ]
}
