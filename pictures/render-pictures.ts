import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { RenderedFile } from './encode.ts'
import type { Recipe } from './recipes.ts'

const renderedFolder = new URL('../demo/pictures/rendered/', import.meta.url)

/**
 * Makes pictures and prints the size of each file against its budget.
 *
 * @param mode - 'write' stores the files; 'check' compares them with those stored.
 * @returns a sentence for each file that is over its budget or differs; none when all is well.
 */
export async function renderPictures(recipes: Recipe[], mode: 'write' | 'check'): Promise<string[]> {
  const faults: string[] = []
  await mkdir(renderedFolder, { recursive: true })
  for (const recipe of recipes) {
    const startMs = Date.now()
    const files = await recipe.make()
    for (const file of files) {
      console.log(lineFor(file))
      if (file.budgetKb && kilobytes(file) > file.budgetKb) {
        faults.push(`${file.file} is larger than its budget of ${file.budgetKb} kB.`)
      }
      const path = new URL(file.file, renderedFolder)
      if (mode === 'write') await writeFile(path, file.bytes)
      else if (!file.bytes.equals(await readFile(path).catch(() => Buffer.alloc(0)))) {
        faults.push(`${file.file} is not what its source renders. Run "npm run pictures -- ${recipe.name}".`)
      }
    }
    console.log(`${recipe.name} took ${((Date.now() - startMs) / 1000).toFixed(1)} s`)
  }
  return faults
}

const kilobytes = (file: RenderedFile): number => file.bytes.length / 1024

function lineFor(file: RenderedFile): string {
  const pixels = `${file.widthPx}x${file.heightPx}`
  const budget = file.budgetKb ? `of ${file.budgetKb} kB` : ''
  return `${file.file.padEnd(30)} ${pixels.padStart(10)} ${kilobytes(file).toFixed(1).padStart(7)} kB ${budget}`
}
