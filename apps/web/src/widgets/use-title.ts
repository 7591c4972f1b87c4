import { useEffect } from 'react'
import { texts } from '../messages/app.ts'

/** Sets the document title. */
export function useTitle(page: string): void {
  useEffect(() => {
    document.title = texts.pageTitle(page)
  }, [page])
}
