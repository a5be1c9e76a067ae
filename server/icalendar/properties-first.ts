interface Component {
  begin: string
  properties: string[]
  components: string[]
}

/**
 * The same calendar with the properties of each component before the components in it, which is the order of RFC 5545
 * (3.6: `icalbody = calprops component`, and alarms end an event). ical-generator writes some of them behind.
 */
export function propertiesFirst(calendar: string): string {
  const whole: Component = { begin: '', properties: [], components: [] }
  const open = [whole]
  // A line that begins with a space goes on with the one before (3.1).
  for (const line of calendar.split(/\r\n(?! )/)) {
    const current = open.at(-1) ?? whole
    if (line.startsWith('BEGIN:')) open.push({ begin: line, properties: [], components: [] })
    else if (line.startsWith('END:')) {
      open.pop()
      const text = [current.begin, ...current.properties, ...current.components, line].join('\r\n')
      open.at(-1)?.components.push(text)
    } else current.properties.push(line)
  }
  return [...whole.components, ...whole.properties].join('\r\n')
}
