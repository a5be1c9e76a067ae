/** The same outline in fewer letters: SVG needs no space beside a command or a minus sign, and no zero before a point. */
function shortened(outline: string): string {
  return outline
    .replace(/ ?([A-Z]) ?/g, '$1')
    .replaceAll(' -', '-')
    .replace(/(?<![\d.])0\./g, '.')
}

/** One outline of a garment, in centimetres. */
export function OutlinePath({
  outline,
  ...rest
}: {
  outline: string
  className: string
  pathLength?: string
}) {
  return <path {...rest} d={shortened(outline)} />
}
