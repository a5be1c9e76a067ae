// First of all.
import './temporal.ts'
import './styles/desk.css'
import { createRoot } from 'react-dom/client'
import { epochMsToWallTime } from '../../booking/time.ts'
import { business } from '../../demo/business.ts'
import { takeToken } from './client/link-token.ts'
import { Desk } from './desk.tsx'
import { openFirstDay } from './first-day.tsx'
import { loadFirst } from './load-first.ts'
import { keepFocus } from './ui/keep-focus.ts'
import { keepTexts } from './ui/keep-texts.ts'

/** No `await` at the top of this script: scripts that are fetched meanwhile need it, and would wait for its end. */
async function open(): Promise<void> {
  takeToken()

  const { date: today } = epochMsToWallTime(Date.now(), business.timeZone)
  await loadFirst(today)
  if (!location.hash) openFirstDay(today)

  keepFocus()
  keepTexts()
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<Desk />)
}
void open()
