/** Restores a backup into either engine, completely or not at all. Without --replace, the database must be empty. */

import { copyFileSync, statSync } from 'node:fs'
import { commands } from '#copy/terminal.ts'
import { CommandError, runCommand } from './command.ts'
import { transfer } from './transfer.ts'

const words = commands.restore

const grammar = { usage: words.usage, most: 1, options: ['replace'] }

await runCommand(grammar, async ({ words: [file], options }, config) => {
  if (file === undefined || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new CommandError(file === undefined ? words.usage : words.noFile(file), 2)
  }
  await transfer(file, copyFileSync, config, { notEmpty: words.notEmpty, replace: options.has('replace') })
})
