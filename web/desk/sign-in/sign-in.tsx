import './sign-in.css'
import { useEffect, useState } from 'react'
import { desk } from '#copy/desk.ts'
import { business } from '#shop/business.ts'
import { queryClient } from '../api.ts'
import { useOneAtATime } from '../changes.ts'
import { DeskError, ErrorMessage } from '../errors.tsx'
import { hasSignedOut, heldToken, mailLink, signIn } from '../session.ts'
import { InputField, SubmitButton } from '../ui/field.tsx'
import { useTitle } from '../ui/hooks.ts'
import { DeskLabel } from '../ui/icons.tsx'
import { tokenInLink } from './link.ts'

const words = desk.wayIn

function MailLink() {
  const asking = useOneAtATime({ mutationKey: ['mail-link'], mutationFn: mailLink })
  return (
    <>
      <SubmitButton isBusy={asking.isPending} onPress={asking.mutate}>
        {words.mail}
      </SubmitButton>
      <div role="status">
        {asking.isSuccess && (
          <div className="mailed">
            <p className="mailed-title">{words.mailedTitle}</p>
            <p>{words.mailedText}</p>
          </div>
        )}
      </div>
      <ErrorMessage error={asking.error} />
    </>
  )
}

/** Signs in on a click, because email apps open links automatically. */
function OpenDesk({ token, onUsedUp }: { token: string; onUsedUp: () => void }) {
  const opening = useOneAtATime({
    mutationKey: ['sign-in'],
    mutationFn: () => signIn(token),
    onError: (error) => error.kind === 'refused' && onUsedUp(),
  })
  return (
    <>
      <SubmitButton isBusy={opening.isPending} onPress={opening.mutate}>
        {words.open}
      </SubmitButton>
      <ErrorMessage error={opening.error} />
    </>
  )
}

/** Access to the shop's mailbox is the only credential. */
export function SignIn({ hasEnded }: { hasEnded: boolean }) {
  const [token] = useState(heldToken)
  const [isUsedUp, setUsedUp] = useState(false)
  // The next person to sign in may be someone else.
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

/** On an iPhone, links in emails don't open in the app on the home screen. */
const isOnHomeScreen = () => matchMedia('(display-mode: standalone)').matches

function PasteLink() {
  const [pasted, setPasted] = useState('')
  const opening = useOneAtATime({
    mutationKey: ['sign-in'],
    mutationFn: async () => {
      const token = tokenInLink(pasted)
      if (!token) throw new DeskError('refused', words.noLink)
      await signIn(token)
    },
  })
  return (
    <form
      className="paste-link"
      onSubmit={(event) => {
        event.preventDefault()
        opening.mutate()
      }}
    >
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
      <SubmitButton isBusy={opening.isPending}>{words.open}</SubmitButton>
      <ErrorMessage error={opening.error} />
    </form>
  )
}

const shut = { edge: 'M4 30H160', flap: 'M14 42H150V66M14 66V42L82 84L150 42' }
const lifted = { edge: 'M4 40L60 0H104L160 40', flap: 'M14 66H150M14 42L62 6L102 6L150 42' }

function Pocket({ state }: { state: 'closed' | 'open' | 'struck' }) {
  const isOpen = state === 'open'
  const { edge, flap } = isOpen ? lifted : shut
  const buttonY = isOpen ? 78 : 70
  return (
    <svg className="pocket" viewBox="0 0 164 170" aria-hidden="true">
      <path className="allowance" d={`${edge}V74H154V148L134 168H30L10 148V74H4Z`} />
      <path d="M14 42H150V66H14Z" className={isOpen ? 'paper-fill' : undefined} />
      <path d={flap} />
      {isOpen && (
        <g className="ticket">
          <path d="M48 66L45 22L119 16L122 66Z" />
          <path d="M57 37L108 33M58 47L109 43M59 57L92 54" />
          <circle cx="81" cy="26" r="2.5" />
        </g>
      )}
      <path className="paper-fill" d="M18 66V142L34 160H130L146 142V66" />
      <path className="allowance" d="M26 74V138L38 152H126L138 138V74" />
      <circle cx="82" cy={buttonY} r="7" className="paper-fill" />
      <path className="holes" d={`M80 ${buttonY - 2}h0m4 0h0m0 4h0m-4 0h0`} />
      <path className="grain" d="M82 104V136M78 109L82 102L86 109M78 131L82 138L86 131" />
      {state === 'struck' && <path className="pencil" d="M20 150L158 12" />}
    </svg>
  )
}
