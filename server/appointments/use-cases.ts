import { createBook } from './book.ts'
import { createChange } from './change.ts'
import { createClosing } from './closing.ts'
import type { Dependencies } from './dependencies.ts'
import { createOpenTimes } from './open-times.ts'

/** What can be done with appointments, whoever asks for it. */
export const createUseCases = (dependencies: Dependencies) => ({
  ...createBook(dependencies),
  ...createChange(dependencies),
  ...createClosing(dependencies),
  ...createOpenTimes(dependencies),
})

export type UseCases = ReturnType<typeof createUseCases>
