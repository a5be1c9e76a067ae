import { explain } from '../explain.ts'

/**
 * Runs what was typed and ends the process with its exit code; what fails comes as a sentence where the owner can put
 * it right.
 *
 * @param command - takes the words after the command's name
 */
export async function runCommand(command: (words: string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command(process.argv.slice(2))
  } catch (error) {
    console.error(explain(error))
    process.exitCode = 1
  }
}
