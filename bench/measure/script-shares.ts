import { brotliCompressSync } from 'node:zlib'
import { build, type Manifest, type Rolldown } from 'vite'

export interface BuiltScript {
  file: string
  /** Compressed as it is sent. */
  brotliBytes: number
  /** How much of it each package makes, by name; our own code is 'this project'. */
  shares: Map<string, number>
}

const ownCode = 'this project'

function packageOf(moduleId: string): string {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(moduleId) ?? []
  return name ?? ownCode
}

/** Compression is of the whole: each package gets its part by the length of what it gave to the script. */
function sharesOf(chunk: Rolldown.OutputChunk, brotliBytes: number): Map<string, number> {
  const lengths = Object.entries(chunk.modules).map(([id, { renderedLength }]) => ({
    name: packageOf(id),
    renderedLength,
  }))
  const total = lengths.reduce((sum, { renderedLength }) => sum + renderedLength, 0) || 1
  const shares = new Map<string, number>()
  for (const { name, renderedLength } of lengths) {
    shares.set(name, (shares.get(name) ?? 0) + (brotliBytes * renderedLength) / total)
  }
  return shares
}

/** Builds the page's scripts once more, in memory, to see what they are made of. */
export async function buildScripts(root: string): Promise<{ scripts: BuiltScript[]; manifest: Manifest }> {
  const result = await build({ root, logLevel: 'warn', build: { write: false } })
  const [first] = Array.isArray(result) ? result : [result]
  if (!first || !('output' in first)) throw new Error('The build gave nothing.')
  const scripts: BuiltScript[] = []
  let manifest: Manifest = {}
  for (const made of first.output) {
    if (made.type === 'chunk') {
      const brotliBytes = brotliCompressSync(made.code).length
      scripts.push({ file: made.fileName, brotliBytes, shares: sharesOf(made, brotliBytes) })
    } else if (made.fileName === '.vite/manifest.json') {
      manifest = JSON.parse(String(made.source))
    }
  }
  return { scripts, manifest }
}
