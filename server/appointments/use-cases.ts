import { type Book, createBook } from './book.ts'
import { type ChangeAppointment, createChange } from './change.ts'
import { type Closing, createClosing } from './closing.ts'
import { createOpenTimes, type OpenTimes } from './open-times.ts'

/** What can be done with appointments, whoever asks for it. */
export type UseCases = Book & ChangeAppointment & Closing & OpenTimes

type Dependencies = Parameters<typeof createBook>[0] &
  Parameters<typeof createChange>[0] &
  Parameters<typeof createClosing>[0] &
  Parameters<typeof createOpenTimes>[0]

export function createUseCases(dependencies: Dependencies): UseCases {
  return {
    ...createBook(dependencies),
    ...createChange(dependencies),
    ...createClosing(dependencies),
    ...createOpenTimes(dependencies),
  }
}
