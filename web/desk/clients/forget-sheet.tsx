import type { FoundClient } from '../../../booking/owner-api.ts'
import { desk } from '../../../copy/desk.ts'
import { useChange } from '../client/change.ts'
import { queryClient } from '../client/query-client.ts'
import { Fault } from '../client/shown-fault.tsx'
import { showNotice } from '../ui/notice.tsx'
import { Sheet } from '../ui/sheet.tsx'

const words = desk.finding

/** Asks once: who is forgotten stays forgotten. */
export function ForgetSheet({ client, onBack }: { client: FoundClient; onBack: () => void }) {
  const { full_name, email, phone, appointments } = client
  // Whoever can be reached by nothing is known by the one appointment.
  const knownBy = email ? { email } : phone ? { phone } : { id: appointments[0]?.id ?? '' }
  const change = useChange('forget_client', full_name, () => {
    showNotice({ title: words.forgotten(full_name) })
    // What was loaded of other days, and stays on this device, names the client, too.
    queryClient.removeQueries({
      predicate: (query) => query.queryKey[0] === 'find_client' || !query.isActive(),
    })
    onBack()
  })
  return (
    <Sheet
      asks
      caps={[desk.find]}
      title={words.forgetTitle(full_name)}
      onBack={onBack}
      onSubmit={() => change.mutate(knownBy)}
      verb={words.forgetVerb}
      isBusy={change.isPending}
    >
      <p>{words.forgetText}</p>
      <Fault error={change.error} />
    </Sheet>
  )
}
