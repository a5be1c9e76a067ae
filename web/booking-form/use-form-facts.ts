import { useContext, useEffect, useState } from 'react'
import { earliestDate } from '../../booking/dates.ts'
import { type FormFacts, offeredHours } from '../../booking/page-facts.ts'
import { refreshShop, servedEarliestDate, servedShop, shopChanges } from '../backend/page-facts.ts'
import { WrittenFacts } from '../backend/written-facts.ts'

/** The hours on offer as served; the earliest date first as served, later as the day turns in the shop's zone. */
export function useFormFacts(): FormFacts {
  const written = useContext(WrittenFacts)
  const [hours, setHours] = useState(() => written ?? offeredHours(servedShop()))
  const [earliest, setEarliest] = useState(() => written?.earliestDate ?? servedEarliestDate())
  useEffect(() => {
    const update = () => setEarliest(earliestDate(Date.now(), servedShop()))
    const change = () => setHours(offeredHours(servedShop()))
    update()
    // A page left open overnight is looked at again before it is used again.
    const lookAgain = () => {
      update()
      if (document.visibilityState === 'visible') void refreshShop()
    }
    document.addEventListener('visibilitychange', lookAgain)
    shopChanges.addEventListener('change', change)
    return () => {
      document.removeEventListener('visibilitychange', lookAgain)
      shopChanges.removeEventListener('change', change)
    }
  }, [])
  return { ...hours, earliestDate: earliest }
}
