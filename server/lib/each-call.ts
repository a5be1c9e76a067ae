type Calls<Names extends PropertyKey> = Record<Names, (...args: never[]) => Promise<unknown>>

/** The same functions, each of which is called by `around`. */
export function eachCall<All extends Calls<keyof All>>(
  calls: All,
  around: (call: () => Promise<unknown>) => Promise<unknown>,
): All {
  const entries = Object.entries<Calls<string>[string]>(calls).map(([name, call]) => [
    name,
    (...args: never[]) => around(() => call(...args)),
  ])
  return Object.fromEntries(entries)
}
