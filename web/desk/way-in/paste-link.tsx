import { type FormEvent, useState } from 'react'
import { desk } from '../../../copy/desk.ts'
import { DeskFault } from '../client/fault.ts'
import { signIn } from '../client/session.ts'
import { Fault } from '../client/shown-fault.tsx'
import { useOneAtATime } from '../client/use-one-at-a-time.ts'
import { InputField } from '../ui/field.tsx'
import { Verb } from '../ui/verb.tsx'

const words = desk.wayIn

/** On an iPhone the desk on the home screen is a browser of its own, in which no link of a mail opens. */
export const isOnHomeScreen = () => matchMedia('(display-mode: standalone)').matches

/** The way in for a link that was copied from the mail. */
export function PasteLink() {
  const [pasted, setPasted] = useState('')
  const opening = useOneAtATime({
    mutationKey: ['sign-in'],
    mutationFn: async () => {
      const [token] = /[\w-]{43}$/.exec(pasted.trim()) ?? []
      if (!token) throw new DeskFault('refused', words.noLink)
      await signIn(token)
    },
  })
  function open(event: FormEvent) {
    event.preventDefault()
    opening.mutate()
  }
  return (
    <form className="paste-link" onSubmit={open}>
      <InputField
        label={words.pasted}
        hint={words.pastedHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={pasted}
        onType={setPasted}
      />
      <Verb isBusy={opening.isPending}>{words.open}</Verb>
      <Fault error={opening.error} />
    </form>
  )
}
