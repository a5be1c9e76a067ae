import type { StoredAppointment } from '../../../../booking/appointment.ts'
import { clientEvent } from '../../../../booking/calendar-event.ts'
import { googleCalendarLink, mapLink, outlookCalendarLink } from '../../../../booking/calendar-links.ts'
import { dateWords, timeWords } from '../../../../booking/date-words.ts'
import { fieldNames } from '../../../../booking/fields.ts'
import type { Shop } from '../../../../booking/shop.ts'
import { shownTime } from '../../../../booking/shown-time.ts'
import type { TypedFields } from '../../../../booking/validation.ts'
import { addressLine, business } from '../../../../site/business.ts'
import { bookingForm } from '../../../../site/copy/booking-form.ts'
import { answerPage as words } from '../../../../site/copy/other-pages.ts'
import { escapeHtml } from '../escape-html.ts'
import { paragraph } from '../paragraph.ts'
import { fill } from '../templates.ts'

/** A page for a visitor whose script has not run: what happened, and what to do now. */
export interface Answer {
  title: string
  /** HTML; whatever a visitor has typed must be escaped in it. */
  body: string
}

const link = (address: string, words: string) => `<a href="${escapeHtml(address)}">${escapeHtml(words)}</a>`
const list = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`

export function bookedAnswer(appointment: StoredAppointment, shop: Shop): Answer {
  const event = clientEvent(appointment, shop)
  return {
    title: bookingForm.booked.toastTitle,
    body: [
      paragraph(`Your consultation is on ${shownTime(appointment.startEpochMs, shop)}.`),
      `<p>${escapeHtml(addressLine)}<br>${link(mapLink, bookingForm.booked.map)}</p>`,
      paragraph(`${bookingForm.booked.keep}:`),
      list([link(googleCalendarLink(event), 'Google Calendar'), link(outlookCalendarLink(event), 'Outlook')]),
      paragraph(`${bookingForm.booked.mail} Or call or text ${business.phone.display}.`),
    ].join('\n'),
  }
}

export function takenAnswer(date: string, time: string, open: readonly string[]): Answer {
  const offer =
    open.length > 0
      ? [
          paragraph(`${bookingForm.openTimes.nearest} ${dateWords(date)}:`),
          list(open.map((start) => escapeHtml(timeWords(start)))),
        ]
      : [paragraph('No other time of that day is open. Please choose another day.')]
  return {
    title: bookingForm.failed.toastTitle,
    body: [paragraph(`Error: ${timeWords(time)} on ${dateWords(date)} is no longer free.`), ...offer].join(
      '\n',
    ),
  }
}

export function faultsAnswer(sentences: readonly string[]): Answer {
  return { title: bookingForm.failed.toastTitle, body: list(sentences.map(escapeHtml)) }
}

/** For a form whose invisible field was filled. */
export const trappedAnswer: Answer = failedAnswer(
  `A field that nobody can see was filled, as programs do. If you are no program, please press the button again: the field is empty now. Or call or text ${business.phone.display}.`,
)

export function failedAnswer(sentence: string): Answer {
  return { title: bookingForm.failed.toastTitle, body: paragraph(`Error: ${sentence}`) }
}

/** For an appointment that cannot be looked up: nothing is known against it. */
export const unreadableAnswer: Answer = {
  title: words.unreadable.title,
  body: paragraph(words.unreadable.text),
}

/** @param values - what every page has in it */
export function answerPage(
  template: string,
  { title, body }: Answer,
  values: Record<string, string>,
): string {
  return fill(template, { ...values, ANSWER_TITLE: escapeHtml(title), ANSWER_BODY: body })
}

/** The answer with the form below it, which still holds what the visitor has typed. */
export function answerFormPage(
  template: string,
  answer: Answer,
  values: Record<string, string>,
  typed: TypedFields,
): string {
  const typedValues = Object.fromEntries(
    fieldNames.map((name) => [`VALUE_${name}`, escapeHtml(typed[name] ?? '')]),
  )
  const page = answerPage(template, answer, { ...values, ...typedValues })
  const chosen = `<option value="${escapeHtml(typed.referral_source ?? '')}"`
  // A function, because a replacement text would have meanings of its own.
  return typed.referral_source ? page.replace(chosen, () => `${chosen} selected`) : page
}
