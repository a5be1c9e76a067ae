import type { z } from 'zod'
import { ApiError } from './api-error.ts'

/** What was sent, as the schema has it. @throws {ApiError} 400 with the schema's sentence for each fault */
export function parsed<T>(schema: z.ZodType<T>, sent: unknown): T {
  const result = schema.safeParse(sent)
  if (result.success) return result.data
  throw new ApiError(400, '22023', result.error.issues.map(({ message }) => message).join(' '))
}
