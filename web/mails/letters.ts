import type { Letters } from '../../booking/letters.ts'
import { businessNotification } from './business-notification.tsx'
import { clientLetters } from './client-letters.tsx'
import { ownerLetters } from './owner-letters.tsx'

export const letters: Letters = { ...clientLetters, ...ownerLetters, businessNotification }
