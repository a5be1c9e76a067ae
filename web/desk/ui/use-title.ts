import { useEffect } from 'react'
import { desk } from '../../../copy/desk.ts'

/** What is open, for who has several tabs, goes back by the browser's list, or prints. */
export function useTitle(words: string): void {
  useEffect(() => {
    document.title = words === desk.name ? words : `${words} - ${desk.name}`
  }, [words])
}
