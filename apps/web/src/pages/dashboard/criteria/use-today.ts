import { useSyncExternalStore } from 'react'

const today = () => new Date().toISOString().slice(0, 10)

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** The current UTC day; updated when a page left open overnight becomes visible. */
export const useToday = (): Date => new Date(useSyncExternalStore(subscribe, today))
