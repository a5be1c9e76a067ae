import type { Letters } from '../../booking/views.ts'
import { businessNotification } from './business-notification.tsx'
import { calendarNotice } from './calendar-notice.tsx'
import { calendarTrouble } from './calendar-trouble.tsx'
import { clientCancelled } from './client-cancelled.tsx'
import { clientConfirmation } from './client-confirmation.tsx'
import { clientReminder } from './client-reminder.tsx'
import { clientRescheduled } from './client-rescheduled.tsx'
import { deskLink } from './desk-link.tsx'
import { eventRestored } from './event-restored.tsx'
import { moveRefused } from './move-refused.tsx'
import { test } from './test.tsx'

export const letters: Letters = {
  clientConfirmation,
  clientRescheduled,
  clientReminder,
  clientCancelled,
  businessNotification,
  moveRefused,
  calendarNotice,
  calendarTrouble,
  eventRestored,
  deskLink,
  test,
}
