import { useEffect } from 'react'
import { texts } from '../messages/app.ts'

/** Names the page in the tab, the history and to screen readers. */
export function useTitle(page: string): void {
  useEffect(() => {
    document.title = texts.pageTitle(page)
  }, [page])
}
