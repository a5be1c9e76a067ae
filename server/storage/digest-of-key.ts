import { hash } from 'node:crypto'

/** What is counted need not be read back, and addresses are nobody's business. */
export const digestOfKey = (key: string) => hash('sha256', key, 'base64url')
