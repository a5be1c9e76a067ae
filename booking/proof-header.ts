/**
 * The header in which a booking carries its proof of work: a solved challenge, as the ALTCHA project writes it, JSON
 * `{ challenge, solution }` in Base64.
 */
export const proofHeader = 'altcha'
