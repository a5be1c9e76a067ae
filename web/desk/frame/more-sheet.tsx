import { useState } from 'react'
import { desk } from '../../../site/copy/desk.ts'
import { Field } from '../ui/field.tsx'
import { Sheet, Verb } from '../ui/sheet.tsx'
import { Commands } from './commands.tsx'
import { dayRoute } from './paths.ts'
import { useDay } from './use-day.ts'

/** On a phone: what is not done every hour, and the jump to a day that is far. */
export function MoreSheet() {
  const { date, navigate, back } = useDay()
  const [wanted, setWanted] = useState(date)
  return (
    <Sheet
      isView
      caps={[desk.name]}
      title={desk.more}
      onBack={back}
      onSubmit={() => navigate(dayRoute(wanted))}
      verbs={wanted !== date && <Verb>{desk.goThere}</Verb>}
    >
      <Field label={desk.goTo}>
        {(id) => (
          <input
            id={id}
            className="field-control"
            type="date"
            required
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          />
        )}
      </Field>
      <Commands date={date} />
    </Sheet>
  )
}
