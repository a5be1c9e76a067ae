/**
 * The text messages that the desk fills in for you. One text has room for 160 characters, but only for 70 with a curly
 * apostrophe, an accent, or a dash, so these have none.
 */

import { counted } from '#copy/dates.ts'
import { business } from '#shop/business.ts'

const toChange = `call ${business.phone.display}`

export const texts = {
  /** @param day - "today", "tomorrow", or "on Wednesday, December 2" */
  reminder: (day: string, time: string) =>
    `${business.name}: see you ${day} at ${time}. To change it, ${toChange}.`,
  late: (minutes: number, time: string) =>
    `${business.name}: we are about ${counted(minutes, 'minute')} late today. See you at about ${time}.`,
  ready: (is: string, kind: string, when: string) =>
    `${business.name}: ${is} Your ${kind} is on ${when}. To come sooner, ${toChange}.`,
  cancelled: (kind: string, when: string) =>
    `${business.name}: we are sorry, we have to cancel your ${kind} on ${when}. For a new time, ${toChange}.`,
}
