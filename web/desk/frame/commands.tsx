import { desk } from '../../../copy/desk.ts'
import { signOut } from '../client/session.ts'
import { Go } from '../navigation/go.tsx'
import { dayRoute } from '../navigation/paths.ts'
import { Icon } from '../ui/icons.tsx'
import { showNotice } from '../ui/notice.tsx'

async function signOutEverywhere(): Promise<void> {
  if (!(await signOut())) showNotice({ title: desk.signedOutHere, isFault: true })
}

interface CommandsProps {
  date: string
  current?: 'figures'
}

/** What is not done every hour: a row at the right on a wide screen, the sheet 'More' on a phone. */
export function Commands({ date, current }: CommandsProps) {
  const day = dayRoute(date)
  return (
    <ul className="commands">
      <li>
        <Go to={`${day}/clients`}>
          <Icon name="search" />
          {desk.find}
        </Go>
      </li>
      <li>
        <Go to={`/figures?day=${date}`} current={current && 'page'}>
          {desk.figures}
        </Go>
      </li>
      <li>
        <Go to={`${day}/opening`}>{desk.opening}</Go>
      </li>
      <li>
        <Go to={`${day}/mails`}>{desk.mails}</Go>
      </li>
      <li>
        <Go to={`${day}/download`}>{desk.download}</Go>
      </li>
      <li>
        <button type="button" onClick={() => void signOutEverywhere()}>
          {desk.signOut}
        </button>
      </li>
    </ul>
  )
}
