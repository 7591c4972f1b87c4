import { useSyncExternalStore } from 'react'

const today = () => new Date().toISOString().slice(0, 10)

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** The day of UTC; a page that was left open overnight learns of the new one when one returns to it. */
export const useToday = (): Date => new Date(useSyncExternalStore(subscribe, today))
