import { useContext, useEffect, useState } from 'react'
import { earliestDate } from '../../booking/dates.ts'
import { shop } from '../../booking/shop.ts'
import { EarliestDate, servedEarliestDate } from '../backend/page-facts.ts'

/** The earliest date on offer, "YYYY-MM-DD": first as served, later as the day turns in the shop's zone. */
export function useEarliestDate(): string {
  const written = useContext(EarliestDate)
  const [earliest, setEarliest] = useState(() => written ?? servedEarliestDate())
  useEffect(() => {
    const update = () => setEarliest(earliestDate(Date.now(), shop))
    update()
    // A page left open overnight is looked at again before it is used again.
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return earliest
}
