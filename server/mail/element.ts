import { createElement } from 'react'

/**
 * Writes an element of a mail. Mails are React, but not JSX: the server runs from its sources, and Node takes the
 * types out of TypeScript but leaves JSX in.
 */
export const h = createElement
