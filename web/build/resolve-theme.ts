const themeBlock = /@layer theme\{:root,:host\{([^}]*)\}\}/
/** Tailwind's banner. */
const banner = /\/\*![\s\S]*?\*\//g
/** A multiple of the theme's one length for distances. */
const multiple = /calc\(([\d.]+)rem \* ([\d.]+)\)/g

/**
 * Writes the theme's values where a page names them, and drops the names: they never change while the page is shown,
 * and the names would cost more of the first round trip than the values.
 *
 * @param html - a page with its style sheet inlined.
 * @param scripts - text of the scripts the page may run; a name used there is kept, unless they bring it with them.
 */
export function resolveTheme(html: string, scripts: string): string {
  const declarations = html.match(themeBlock)?.[1]?.split(';').filter(Boolean) ?? []
  const values = new Map(
    declarations.map((declaration) => {
      const colon = declaration.indexOf(':')
      return [declaration.slice(0, colon), declaration.slice(colon + 1)] as const
    }),
  )
  const resolve = (text: string): string =>
    text.replace(/var\((--[\w-]+)\)/g, (use, name: string) => {
      const value = values.get(name)
      return value === undefined ? use : resolve(value)
    })
  const kept = [...values].filter(
    ([name]) => scripts.includes(`var(${name})`) && !scripts.includes(`${name}:`),
  )
  const theme = kept.map(([name, value]) => `${name}:${resolve(value)}`).join(';')
  return resolve(html.replace(themeBlock, theme && `:root{${theme}}`).replace(banner, '')).replace(
    multiple,
    (_, length: string, times: string) => `${Number(length) * Number(times)}rem`,
  )
}
