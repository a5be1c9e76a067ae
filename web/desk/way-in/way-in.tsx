import './way-in.css'
import { useEffect, useState } from 'react'
import { desk } from '../../../copy/desk.ts'
import { business } from '../../../demo/business.ts'
import { heldToken } from '../client/link-token.ts'
import { queryClient } from '../client/query-client.ts'
import { hasSignedOut, mailLink, signIn } from '../client/session.ts'
import { Fault } from '../client/shown-fault.tsx'
import { useOneAtATime } from '../client/use-one-at-a-time.ts'
import { DeskLabel } from '../ui/label.tsx'
import { useTitle } from '../ui/use-title.ts'
import { Verb } from '../ui/verb.tsx'
import { isOnHomeScreen, PasteLink } from './paste-link.tsx'
import { Pocket } from './pocket.tsx'

const words = desk.wayIn

/** Asks for a link; the answer says nothing of who gets one. */
function MailLink() {
  const asking = useOneAtATime({ mutationKey: ['mail-link'], mutationFn: mailLink })
  return (
    <>
      <Verb isBusy={asking.isPending} onPress={asking.mutate}>
        {words.mail}
      </Verb>
      <div role="status">
        {asking.isSuccess && (
          <div className="mailed">
            <p className="mailed-title">{words.mailedTitle}</p>
            <p>{words.mailedText}</p>
          </div>
        )}
      </div>
      <Fault error={asking.error} />
    </>
  )
}

/** Trades the link's token for a session, when the owner says so: mail programs open links by themselves. */
function OpenDesk({ token, onUsedUp }: { token: string; onUsedUp: () => void }) {
  const opening = useOneAtATime({
    mutationKey: ['sign-in'],
    mutationFn: () => signIn(token),
    onError: (fault) => fault.kind === 'refused' && onUsedUp(),
  })
  return (
    <>
      <Verb isBusy={opening.isPending} onPress={opening.mutate}>
        {words.open}
      </Verb>
      <Fault error={opening.error} />
    </>
  )
}

/**
 * Whoever reads the shop's mailbox is the shop: no name and no password.
 * @param hasEnded - a session has
 */
export function WayIn({ hasEnded }: { hasEnded: boolean }) {
  const [token] = useState(heldToken)
  const [isUsedUp, setUsedUp] = useState(false)
  // The next one to sign in may be somebody else.
  useEffect(() => {
    if (hasSignedOut.get()) queryClient.getQueryCache().clear()
  }, [])
  const state = isUsedUp ? 'struck' : token ? 'open' : 'closed'
  const [title, text] = {
    struck: [words.usedTitle, words.usedText] as const,
    open: [words.linkTitle, words.linkText] as const,
    closed: [desk.name, hasEnded ? words.ended : words.text] as const,
  }[state]
  useTitle(title)
  return (
    <div className="way-in">
      <header>
        <DeskLabel words={business.trade} />
      </header>
      <main>
        <Pocket state={state} />
        <h1 tabIndex={-1}>{title}</h1>
        <p>{text}</p>
        {token && !isUsedUp ? (
          <OpenDesk token={token} onUsedUp={() => setUsedUp(true)} />
        ) : (
          <>
            <MailLink />
            {isOnHomeScreen() && <PasteLink />}
          </>
        )}
      </main>
    </div>
  )
}
