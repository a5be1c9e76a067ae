import { business } from '../../../site/business.ts'
import { escapeHtml } from './escape-html.ts'

const { phone } = business

/** Opens the visitor's messages; the number never breaks across lines. */
const phoneLink = `<a class="no-break" href="sms:${escapeHtml(phone.dial)}">${escapeHtml(phone.display)}</a>`

/** A paragraph with that text, in which the shop's telephone number is a link. */
export const paragraph = (text: string) =>
  `<p>${escapeHtml(text).replaceAll(escapeHtml(phone.display), () => phoneLink)}</p>`
