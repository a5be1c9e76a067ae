/** Packs the server's largest libraries into one file each, for `server/fast-start.ts`. */
import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { build } from 'vite'
import { packedLibraries } from '../server/lib/packed-libraries.ts'

const [folder = ''] = packedLibraries.map(({ file }) => dirname(file))
const next = `${folder}.next`

if (!packedLibraries.every(({ file }) => existsSync(file))) {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      minify: false,
      target: 'esnext',
      outDir: next,
      emptyOutDir: true,
      rolldownOptions: {
        input: Object.fromEntries(packedLibraries.map(({ name, file }) => [basename(file), name])),
        output: { entryFileNames: '[name]' },
      },
    },
    ssr: { noExternal: true },
  })
  // A service's user differs from the one who builds, whose umask would lock it out.
  chmodSync(next, 0o755)
  for (const { file } of packedLibraries) chmodSync(file.replace(folder, next), 0o644)
  // Whole, because a command may start meanwhile.
  rmSync(folder, { recursive: true, force: true })
  renameSync(next, folder)
}
