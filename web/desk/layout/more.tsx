import { useState } from 'react'
import { desk } from '../../../copy/desk.ts'
import { dayRoute, goTo, useDay } from '../navigation.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { InputField } from '../ui/field.tsx'
import { Commands } from './head.tsx'

/** On a phone: what is not done every hour, and the jump to a day that is far. */
export function MoreDialog() {
  const { date, back } = useDay()
  const [wanted, setWanted] = useState(date)
  return (
    <Dialog
      isView
      caps={[desk.name]}
      title={desk.more}
      onBack={back}
      onSubmit={() => goTo(dayRoute(wanted), 'replace')}
      verb={wanted !== date && desk.goThere}
    >
      <InputField label={desk.goTo} type="date" required value={wanted} onType={setWanted} />
      <Commands date={date} />
    </Dialog>
  )
}
