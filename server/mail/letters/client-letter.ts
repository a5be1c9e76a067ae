import type { ReactNode } from 'react'
import type { StoredAppointment } from '../../../booking/appointment.ts'
import { clientEvent } from '../../../booking/calendar-event.ts'
import { googleCalendarLink, mapLink, outlookCalendarLink } from '../../../booking/calendar-links.ts'
import { changesUntilMs } from '../../../booking/changes-until.ts'
import type { Shop } from '../../../booking/shop.ts'
import { shownTime } from '../../../booking/shown-time.ts'
import { addressLine, business } from '../../../site/business.ts'
import { clientMails } from '../../../site/copy/mails.ts'
import { button, link, paragraph, small, ticket } from '../letter.ts'

/** What a mail to a client is made from. */
export interface ClientLetter {
  appointment: StoredAppointment
  shop: Shop
  nowEpochMs: number
  /** The page where the client sees, moves and cancels the appointment; its link is secret. */
  manageLink: string
}

/** When and where the client is expected. */
export function visitTicket({ appointment, shop }: ClientLetter): ReactNode {
  return ticket(
    shownTime(appointment.startEpochMs, shop),
    paragraph(business.name, ', ', addressLine),
    paragraph(link(mapLink, clientMails.map)),
  )
}

export function addToCalendar({ appointment, shop }: ClientLetter): ReactNode[] {
  const event = clientEvent(appointment, shop)
  return [
    paragraph(
      clientMails.calendar,
      ' ',
      link(googleCalendarLink(event), clientMails.google),
      ' · ',
      link(outlookCalendarLink(event), clientMails.outlook),
    ),
    small(clientMails.calendarFile),
  ]
}

/** How to move or cancel it: with the link as long as that is possible, then by telephone. */
export function howToChange({ appointment, shop, nowEpochMs, manageLink }: ClientLetter): ReactNode[] {
  const untilMs = changesUntilMs(appointment.startEpochMs, shop)
  if (nowEpochMs >= untilMs) return [small(clientMails.manageByPhone)]
  return [
    button(manageLink, clientMails.manage),
    small(clientMails.manageUntil(shownTime(untilMs, shop)), ' ', clientMails.afterwards),
    small(clientMails.notYou),
  ]
}
