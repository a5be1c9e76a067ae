/**
 * Renders the page's pictures into demo/pictures/rendered/.
 */
import { parseArgs } from 'node:util'

const usage = `Usage: npm run pictures -- [--check] [NAME ...]

  NAME      only these pictures: all unless given
  --check   changes nothing, and fails where the repository has another picture`

/** Ends with one sentence for the reader of the terminal. */
function giveUp(sentence: string, exitCode = 1): never {
  console.error(sentence)
  process.exit(exitCode)
}

function typed() {
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({ allowPositionals: true, options: { check: flag, help: flag } })
  } catch (error) {
    return giveUp(`${error instanceof Error ? error.message : error}\n\n${usage}`, 2)
  }
}

const { values: options, positionals: names } = typed()
if (options.help) {
  console.log(usage)
  process.exit(0)
}

const { recipes } = await import('./recipes.ts')
const unknown = names.find((name) => !recipes.some((recipe) => recipe.name === name))
if (unknown) {
  giveUp(`There is no picture "${unknown}". There are: ${recipes.map((recipe) => recipe.name).join(', ')}.`)
}
const chosen = names.length ? recipes.filter((recipe) => names.includes(recipe.name)) : recipes
const { renderPictures } = await import('./render-pictures.ts')
const faults = await renderPictures(chosen, options.check ? 'check' : 'write')
if (faults.length) giveUp(faults.join('\n'))
