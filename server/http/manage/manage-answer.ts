import type { StoredAppointment } from '../../../booking/appointment.ts'
import { clientEvent } from '../../../booking/calendar-event.ts'
import { googleCalendarLink, mapLink, outlookCalendarLink } from '../../../booking/calendar-links.ts'
import { changesUntilMs } from '../../../booking/changes-until.ts'
import { dateWords, timeWords } from '../../../booking/date-words.ts'
import type { Shop } from '../../../booking/shop.ts'
import { shownTime } from '../../../booking/shown-time.ts'
import { addressLine } from '../../../site/business.ts'
import { visitPage } from '../../../site/copy/visit.ts'
import type { Answer } from '../pages/book/answer-page.ts'
import { escapeHtml } from '../pages/escape-html.ts'
import { paragraph } from '../pages/paragraph.ts'

export interface VisitAnswer {
  appointment: StoredAppointment
  token: string
  /** The day whose open times are shown, "YYYY-MM-DD". */
  on: string
  /** Its open times, each "HH:MM". */
  open: readonly string[]
  /** What has happened, or empty. */
  notice: string
}

/** The open times of the day to choose from, and the button that moves the appointment there. */
function timesToChoose(on: string, open: readonly string[]): string {
  const day = escapeHtml(dateWords(on))
  if (open.length === 0) return `<p class="times-label">${escapeHtml(visitPage.none)} ${day}.</p>`
  const times = open.map(
    (time) =>
      `<label class="time"><input type="radio" name="appointment_time" value="${escapeHtml(time)}" required>${escapeHtml(timeWords(time))}</label>`,
  )
  return [
    `<fieldset><legend class="times-label">${escapeHtml(visitPage.open)} ${day}</legend>`,
    `<div class="times">${times.join('')}</div></fieldset>`,
    `<button type="submit" class="stitched sheet-submit" name="do" value="move">${escapeHtml(visitPage.move)}</button>`,
  ].join('\n')
}

/** What the server fills into the visit's page. */
export function visitValues(
  { appointment, token, on, open, notice }: VisitAnswer,
  shop: Shop,
): Record<string, string> {
  const event = clientEvent(appointment, shop)
  return {
    VISIT_WHEN: escapeHtml(shownTime(appointment.startEpochMs, shop)),
    VISIT_UNTIL: escapeHtml(shownTime(changesUntilMs(appointment.startEpochMs, shop), shop)),
    VISIT_GOOGLE: escapeHtml(googleCalendarLink(event)),
    VISIT_OUTLOOK: escapeHtml(outlookCalendarLink(event)),
    VISIT_TOKEN: escapeHtml(token),
    VISIT_SEQUENCE: String(appointment.sequence),
    VISIT_ON: escapeHtml(on),
    VISIT_NOTICE: notice ? `<p role="status">${escapeHtml(notice)}</p>` : '',
    VISIT_TIMES: timesToChoose(on, open),
  }
}

/** The appointment, when it is too near to be changed here. */
export function settledAnswer({ startEpochMs }: StoredAppointment, notice: string, shop: Shop): Answer {
  return {
    title: visitPage.title,
    body: [
      ...(notice ? [paragraph(notice)] : []),
      paragraph(`${visitPage.expected} ${shownTime(startEpochMs, shop)}.`),
      `<p>${escapeHtml(addressLine)}<br><a href="${escapeHtml(mapLink)}" rel="noreferrer">${escapeHtml(visitPage.map)}</a></p>`,
      paragraph(visitPage.tooLate),
    ].join('\n'),
  }
}

export function cancelledAnswer({ startEpochMs }: StoredAppointment, shop: Shop): Answer {
  return {
    title: visitPage.cancelledTitle,
    body: [
      paragraph(visitPage.cancelledText(shownTime(startEpochMs, shop))),
      `<p><a class="stitched" href="/#book">${escapeHtml(visitPage.again)}</a></p>`,
    ].join('\n'),
  }
}

export const unknownAnswer: Answer = {
  title: visitPage.unknownTitle,
  body: paragraph(visitPage.unknownText),
}
