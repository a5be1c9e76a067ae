// Before everything else: other modules show times as soon as they run.
import './temporal.ts'
import './styles/desk.css'
import { createRoot } from 'react-dom/client'
import { deskPath } from '../../booking/links.ts'
import { keepLoaded } from './api.ts'
import { Desk, routes } from './desk.tsx'
import { startRouter } from './navigation.tsx'
import { takeToken } from './session.ts'

takeToken()
keepLoaded()
const root = document.getElementById('root')
if (root) createRoot(root).render(<Desk router={startRouter(routes)} />)
// The desk works without its service worker, except where there is no connection.
if (import.meta.env.PROD)
  navigator.serviceWorker?.register('/desk-worker.js', { scope: deskPath }).catch(() => undefined)
