// Before everything else: other modules show times as soon as they run.
import './temporal.ts'
import './styles/desk.css'
import { createRoot } from 'react-dom/client'
import { deskPath } from '../../booking/links.ts'
import { takeToken } from './client/link-token.ts'
import { keepLoaded } from './client/query-client.ts'
import { Desk } from './desk.tsx'
import { keepFocus } from './ui/keep-focus.ts'

takeToken()
keepLoaded()
keepFocus()
const root = document.getElementById('root')
if (root) createRoot(root).render(<Desk />)
// The desk works without its service worker, except where there is no connection.
if (import.meta.env.PROD)
  navigator.serviceWorker?.register('/desk-worker.js', { scope: deskPath }).catch(() => undefined)
