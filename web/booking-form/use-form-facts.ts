import { createContext, useContext, useEffect, useState } from 'react'
import { type FormFacts, factsFrom, formFacts } from '../../booking/page-facts.ts'
import { refreshShop, servedEarliestDate, servedShop, shopChanges } from '../backend/page-facts.ts'

/** What the form says where HTML is made, so that the HTML and its hydration agree; null in the browser. */
export const WrittenFacts = createContext<FormFacts | null>(null)

/** The hours and the days, first as served, later as they change and as the day turns in the shop's zone. */
export function useFormFacts(): FormFacts {
  const written = useContext(WrittenFacts)
  const [facts, setFacts] = useState(() => written ?? factsFrom(servedEarliestDate(), servedShop()))
  useEffect(() => {
    const update = () => setFacts(formFacts(servedShop(), Date.now()))
    update()
    // A page left open overnight is looked at again before it is used again.
    const lookAgain = () => {
      update()
      if (document.visibilityState === 'visible') void refreshShop()
    }
    document.addEventListener('visibilitychange', lookAgain)
    shopChanges.addEventListener('change', update)
    return () => {
      document.removeEventListener('visibilitychange', lookAgain)
      shopChanges.removeEventListener('change', update)
    }
  }, [])
  return facts
}
