const keyLength = 10

/**
 * What is the same for every spelling of a telephone number: its last ten digits, which leaves the country's out.
 * @returns null when there is no digit in it
 */
export function phoneKey(phone: string): string | null {
  return phone.replace(/\D/g, '').slice(-keyLength) || null
}
