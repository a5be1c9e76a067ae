/** What an input of that name holds, as it stands in the HTML. */
export function readValue(html: string, name: string): string | undefined {
  const [tag = ''] = html.match(new RegExp(`<input [^>]*name="${name}"[^>]*>`)) ?? []
  return tag.match(/ value="([^"]*)"/)?.[1]
}

/** Which option of the select is chosen. */
export function readChosen(html: string): string | undefined {
  return html.match(/<option(?=[^>]* selected)[^>]* value="([^"]*)"/)?.[1]
}
