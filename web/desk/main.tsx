import { createRoot } from 'react-dom/client'
import { Desk } from './desk.tsx'
import './styles/desk.css'
import { takeToken } from './take-token.ts'

const token = takeToken()

// The shop's clock is the platform's own where it has one.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')

const root = document.getElementById('root')
if (root) createRoot(root).render(<Desk token={token} />)
