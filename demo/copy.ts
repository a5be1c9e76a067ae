import type { OwnCopy } from '#copy/own-copy.ts'

/**
 * Your own words for anything that clients read in the form, in emails, and on their appointment's page. Copy a line from
 * `copy/`, keep its group and name, and write your sentence. Whatever isn't here stays as it is:
 *
 *   bookingForm: { phoneHint: 'Only about this visit.' },
 *   reminder: { title: 'See you tomorrow.' },
 */
export const copy: OwnCopy = {}
