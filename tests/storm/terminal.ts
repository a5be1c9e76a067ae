import { parseArgs } from 'node:util'

/**
 * The options that were typed, or their defaults. Ends the process with the usage when asked for help or typed wrong.
 * @param words - the values of options that are no whole number
 */
export function typedOptions<Name extends string>(
  usage: string,
  defaults: Record<Name, string>,
  words: Partial<Record<string, RegExp>> = {},
): Record<Name, string> {
  const options = Object.fromEntries(
    ['help', ...Object.keys(defaults)].map((name) => [
      name,
      { type: name === 'help' ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  let isHelp = false
  try {
    const { help, ...values } = parseArgs({ options }).values
    isHelp = help === true
    const isValid = Object.entries(values).every(([name, value]) => (words[name] ?? /^\d+$/).test(`${value}`))
    if (!isHelp && isValid) return { ...defaults, ...values }
  } catch {
    // An unknown option.
  }
  console.log(usage)
  process.exit(isHelp ? 0 : 1)
}

export function printTable(rows: readonly (readonly [string, string | number])[]): void {
  const width = Math.max(...rows.map(([name]) => name.length))
  for (const [name, value] of rows) console.log(`  ${name.padEnd(width)}  ${value}`)
}
