import './temporal.ts'
import './styles/desk.css'
import { createRoot } from 'react-dom/client'
import { deskPath } from '../../booking/links.ts'
import { storeLoaded } from './api.ts'
import { Desk } from './desk.tsx'
import { sendKeptNotes } from './kept-notes.ts'
import { takeToken } from './session.ts'

takeToken()
storeLoaded()
sendKeptNotes()
const root = document.getElementById('root')
if (root) createRoot(root).render(<Desk />)
if (import.meta.env.PROD)
  navigator.serviceWorker?.register('/desk-worker.js', { scope: deskPath }).catch(() => undefined)
