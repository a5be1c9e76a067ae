import { createContext } from 'react'
import type { FormFacts } from '../../booking/page-facts.ts'

/** What the form says where HTML is made, so that the HTML and its hydration agree; null in the browser. */
export const WrittenFacts = createContext<FormFacts | null>(null)
