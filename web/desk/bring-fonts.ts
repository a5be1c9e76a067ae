import { useEffect } from 'react'
import { whenIdle } from '../page/hydration/when-idle.ts'
import besley from '../styles/besley.woff2?url'
import libreFranklin from '../styles/libre-franklin.woff2?url'

let isAsked = false

/**
 * Brings the finer letters; what stands there until then has their metrics. Both at once, for each change of letters
 * lays the day out anew.
 */
export async function bringFonts(): Promise<void> {
  if (isAsked) return
  isAsked = true
  const faces = [
    new FontFace('Besley', `url(${besley})`, { weight: '400 600' }),
    new FontFace('Libre Franklin', `url(${libreFranklin})`, { weight: '400 600' }),
  ]
  await Promise.allSettled(faces.map((face) => face.load()))
  for (const face of faces) if (face.status === 'loaded') document.fonts.add(face)
}

/** The same for a page that is shown without a day. */
export function useFonts(): void {
  useEffect(() => void whenIdle().then(bringFonts), [])
}
