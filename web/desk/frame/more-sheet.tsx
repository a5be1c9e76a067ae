import { useState } from 'react'
import { desk } from '../../../copy/desk.ts'
import { dayRoute } from '../navigation/paths.ts'
import { goTo } from '../navigation/steps.ts'
import { InputField } from '../ui/field.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Commands } from './commands.tsx'
import { useDay } from './use-day.ts'

/** On a phone: what is not done every hour, and the jump to a day that is far. */
export function MoreSheet() {
  const { date, back } = useDay()
  const [wanted, setWanted] = useState(date)
  return (
    <Sheet
      isView
      caps={[desk.name]}
      title={desk.more}
      onBack={back}
      onSubmit={() => goTo(dayRoute(wanted), 'replace')}
      verb={wanted !== date && desk.goThere}
    >
      <InputField label={desk.goTo} type="date" required value={wanted} onType={setWanted} />
      <Commands date={date} />
    </Sheet>
  )
}
