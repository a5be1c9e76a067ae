const keyLength = 10

/** The number as it was typed, up to where its extension begins. */
export const withoutExtension = (phone: string) => phone.replace(/(?:ext|x|#|,|;).*$/i, '')

/**
 * What is the same for every spelling of a telephone number: its last ten digits without an extension, which leaves the
 * country's out.
 * @returns null when there is no digit in it
 */
export function phoneKey(phone: string): string | null {
  return withoutExtension(phone).replace(/\D/g, '').slice(-keyLength) || null
}

/** What a telephone dials: the digits without an extension, and the plus in front of a country's. */
export function dialled(phone: string): string {
  const number = withoutExtension(phone)
  return (number.includes('+') ? '+' : '') + number.replace(/\D/g, '')
}

/** The digits that are dialled after the number; empty without an extension. */
const extension = (phone: string) => phone.slice(withoutExtension(phone).length).replace(/\D/g, '')

/** Whether they are two people's behind one number; where one of them says no extension, it may be the other's. */
export function extensionsDiffer(one: string, other: string): boolean {
  const [first, second] = [extension(one), extension(other)]
  return first !== '' && second !== '' && first !== second
}
