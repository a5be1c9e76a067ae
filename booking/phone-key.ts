const keyLength = 10

/**
 * What is the same for every spelling of a telephone number: its last ten digits, which leaves the country's out.
 * @returns null when there is no digit in it
 */
export function phoneKey(phone: string): string | null {
  return phone.replace(/\D/g, '').slice(-keyLength) || null
}

/** What a telephone dials: the digits without an extension, and the plus in front of a country's. */
export function dialled(phone: string): string {
  const number = phone.replace(/(?:ext|x|#|,|;).*$/i, '')
  return (number.includes('+') ? '+' : '') + number.replace(/\D/g, '')
}
