import { useContext, useEffect, useState } from 'react'
import { earliestDate } from '../../booking/dates.ts'
import { type FormFacts, offeredHours } from '../../booking/page-facts.ts'
import { servedEarliestDate, servedShop } from '../backend/page-facts.ts'
import { WrittenFacts } from '../backend/written-facts.ts'

/** The hours on offer as served; the earliest date first as served, later as the day turns in the shop's zone. */
export function useFormFacts(): FormFacts {
  const written = useContext(WrittenFacts)
  const [hours] = useState(() => written ?? offeredHours(servedShop()))
  const [earliest, setEarliest] = useState(() => written?.earliestDate ?? servedEarliestDate())
  useEffect(() => {
    const update = () => setEarliest(earliestDate(Date.now(), servedShop()))
    update()
    // A page left open overnight is looked at again before it is used again.
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return { ...hours, earliestDate: earliest }
}
