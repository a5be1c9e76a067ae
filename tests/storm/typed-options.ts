import { parseArgs } from 'node:util'

/**
 * The options that were typed, or their defaults. Ends the process with the usage where it is asked for, or where
 * anything else was typed: what runs with nothing finds nothing.
 *
 * @param words - what an option may be that is no whole number, by its name
 */
export function typedOptions<Name extends string>(
  usage: string,
  defaults: Record<Name, string>,
  words: Partial<Record<NoInfer<Name>, RegExp>> = {},
): Record<Name, string> {
  const rules: Partial<Record<string, RegExp>> = words
  const options = Object.fromEntries(Object.keys(defaults).map((name) => [name, { type: 'string' as const }]))
  let isHelp = false
  try {
    const { help, ...values } = parseArgs({ options: { ...options, help: { type: 'boolean' } } }).values
    isHelp = help === true
    const isSound = Object.entries(values).every(([name, value]) =>
      (rules[name] ?? /^\d+$/).test(String(value)),
    )
    if (!isHelp && isSound) return { ...defaults, ...values }
  } catch {
    // An option that there is not.
  }
  console.log(usage)
  process.exit(isHelp ? 0 : 1)
}
