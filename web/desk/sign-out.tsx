import { useQuery } from '@tanstack/react-query'
import { desk } from '#copy/desk.ts'
import { call } from './api.ts'
import { type SignOutScope, signOut } from './session.ts'
import { Dialog } from './ui/dialog.tsx'
import { showNotice } from './ui/notices.tsx'

const words = desk.signingOut

async function leave(scope: SignOutScope): Promise<void> {
  const isConfirmed = await signOut(scope)
  if (!isConfirmed && scope === 'global') showNotice({ title: desk.signedOutHere, isError: true })
}

/** Asks which devices. Without a connection, it doesn't know how many there are. */
export function SignOutDialog() {
  const { data } = useQuery({
    queryKey: ['devices'],
    queryFn: ({ signal }) => call('devices', {}, signal),
    staleTime: 0,
  })
  const others = data && data.count - 1
  return (
    <Dialog isView caps={[desk.name]} title={desk.signOut}>
      <p className="about hint">{words.text}</p>
      <div className="choices-tall">
        <button type="button" className="button" onClick={() => void leave('local')}>
          <b>{words.here}</b>
          {others !== 0 && (
            <span className="hint">{others ? words.others(others) : words.othersUnknown}</span>
          )}
        </button>
        {others !== 0 && (
          <button type="button" className="button" onClick={() => void leave('global')}>
            <b>{data ? words.all(data.count) : words.allUnknown}</b>
            <span className="hint">{words.allText}</span>
          </button>
        )}
      </div>
    </Dialog>
  )
}
