import { hash, randomBytes } from 'node:crypto'

const tokenBytes = 32

/** A secret that opens something to whoever has it. */
export const newToken = () => randomBytes(tokenBytes).toString('base64url')

/** What is kept of a token. It has 256 bits of chance, so that a plain digest tells nothing of it. */
export const digestOf = (token: string) => hash('sha256', token)
