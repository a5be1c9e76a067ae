import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays } from '../../booking/time.ts'
import { desk } from '../../copy/desk.ts'
import { agendaFile } from './api.ts'
import { ErrorMessage } from './errors.tsx'
import { useDay } from './navigation.tsx'
import { Dialog } from './ui/dialog.tsx'
import { InputField } from './ui/field.tsx'
import { useNow } from './ui/hooks.ts'

const files = [
  { type: 'text/csv', ending: 'csv', word: desk.taking.csv },
  { type: 'text/calendar', ending: 'ics', word: desk.taking.calendar },
] as const

/** Hands a file to the browser, which asks where to keep it or does not. */
function keep(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser reads it after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

const daysBack = 365

const daysOn = 90

/** The agenda as a file. */
export function DownloadDialog() {
  const { back } = useDay()
  const { today } = useNow()
  const [from, setFrom] = useState(() => addDays(today, -daysBack))
  const [to, setTo] = useState(() => addDays(today, daysOn))
  const fetching = useMutation({
    mutationFn: async ({ type, ending }: (typeof files)[number]) =>
      keep(await agendaFile({ from, to }, type), `appointments-${from}-${to}.${ending}`),
  })
  return (
    <Dialog isView caps={[desk.name]} title={desk.download} onBack={back}>
      <p className="about">{desk.taking.text}</p>
      <div className="fields">
        <InputField label={desk.charts.from} type="date" value={from} onType={setFrom} />
        <InputField label={desk.charts.to} type="date" value={to} onType={setTo} />
      </div>
      <div className="files">
        {files.map((file) => (
          <button
            key={file.type}
            type="button"
            className="button"
            aria-disabled={fetching.isPending || undefined}
            onClick={() => fetching.isPending || fetching.mutate(file)}
          >
            {file.word}
          </button>
        ))}
        <button type="button" className="button" onClick={() => print()}>
          {desk.print}
        </button>
      </div>
      <ErrorMessage error={fetching.error} />
    </Dialog>
  )
}
