import { isoDay } from '@assay/engine/time.ts'
import { useSyncExternalStore } from 'react'

const today = () => isoDay(new Date())

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** The current UTC day; updated when a page left open overnight becomes visible. */
export const useToday = (): Date => new Date(useSyncExternalStore(subscribe, today))
