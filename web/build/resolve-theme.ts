const themeBlock = /@layer theme\{:root,:host\{([^}]*)\}\}/

/**
 * Writes the theme's values where the style sheet names them, and drops the names: they never change while the page
 * is shown, and the names would cost more of the first round trip than the values.
 *
 * @param elsewhere - HTML and scripts; a name used there is kept.
 */
export function resolveTheme(css: string, elsewhere: string): string {
  const declarations = css.match(themeBlock)?.[1]?.split(';').filter(Boolean) ?? []
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
  const kept = [...values].filter(([name]) => elsewhere.includes(`var(${name})`))
  const theme = kept.map(([name, value]) => `${name}:${resolve(value)}`).join(';')
  return resolve(css.replace(themeBlock, '')).replace(/^/, theme ? `:root{${theme}}` : '')
}
