import { useSyncExternalStore } from 'react'

const key = 'assay.criteria'
const folded = 'folded'
const listeners = new Set<() => void>()

/** Whether the member has folded the panel into a bar, remembered by the browser. */
export const useFolded = (): boolean => useSyncExternalStore(subscribe, isFolded)

export function toggleFolded(): void {
  localStorage.setItem(key, isFolded() ? 'open' : folded)
  for (const listener of listeners) listener()
}

const isFolded = () => localStorage.getItem(key) === folded

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
