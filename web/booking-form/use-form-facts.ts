import { createContext, useContext, useEffect, useState } from 'react'
import { type FormFacts, factsFrom } from '../../booking/public-api.ts'
import { refreshShop, servedEarliestDate, servedShop, settleDay, shopChanges } from '../backend/page-facts.ts'

/** What the form says where HTML is made, so that the HTML and its hydration agree; null in the browser. */
export const WrittenFacts = createContext<FormFacts | null>(null)

const servedFacts = () => factsFrom(servedEarliestDate(), servedShop())

/** The hours and the days, first as served, later as they change and as the day turns in the shop's zone. */
export function useFormFacts(): FormFacts {
  const written = useContext(WrittenFacts)
  const [facts, setFacts] = useState(() => written ?? servedFacts())
  useEffect(() => {
    const update = () => setFacts(servedFacts())
    update()
    // A page that the browser has kept comes back as it was served then.
    void settleDay()
    // A page left open overnight is looked at again before it is used again.
    const lookAgain = () => {
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
