/** The value of the input with that name in the HTML. */
export function readValue(html: string, name: string): string | undefined {
  const [tag = ''] = html.match(new RegExp(`<input [^>]*name="${name}"[^>]*>`)) ?? []
  return tag.match(/ value="([^"]*)"/)?.[1]
}

/** The chosen option of the select. */
export function readChosen(html: string): string | undefined {
  return html.match(/<option(?=[^>]* selected)[^>]* value="([^"]*)"/)?.[1]
}

/** A page's text, without its markup. */
export const toText = (html: string) => html.replace(/<[^>]+>/g, '').replaceAll('&amp;', '&')
