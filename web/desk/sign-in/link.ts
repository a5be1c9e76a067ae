/** "#", or as mail gateways write it: encoded once or twice; by Proofpoint as "-23" (v2) or "*" (v3). */
const mark = '(?:#|%(?:25)*23|-23|\\*)'

const linkToken = new RegExp(`desk=?${mark}([\\w-]{43})`, 'i')

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Proofpoint's v2 writes "%" as "-" and "/" as "_" in the address that it wraps. */
const withoutProofpoint = (text: string) =>
  text.replace(/\burldefense\.[^?]*\/v2\/url\?u=([^&\s]*)\S*/i, (_, address: string) =>
    decoded(address.replaceAll('-', '%').replaceAll('_', '/')),
  )

/**
 * The token of a sign-in link, copied with surrounding punctuation or wrapped by a mail gateway; null for any other text.
 * Its 43 characters are base64url.
 */
export function tokenInLink(pasted: string): string | null {
  const text = withoutProofpoint(pasted)
  const [, token] = linkToken.exec(decoded(text)) ?? linkToken.exec(text) ?? []
  const [, alone] = /(?:^|[#\s<"'])([\w-]{43})[^\w-]*$/.exec(text) ?? []
  return token ?? alone ?? null
}

/** The desk's address, restored from one whose "#" a mail gateway encoded; null for any other. */
export function unwrappedAddress(search: string): string | null {
  const [, hash] = /^\?desk%(?:25)*23([^&]*)/i.exec(search) ?? []
  return hash === undefined ? null : `/?desk#${decoded(decoded(hash)).replace(/=$/, '')}`
}
