import { createListeners } from '../../../ui/listeners.ts'
import { useSyncExternalStore } from 'react'

const key = 'assay.criteria'
const folded = 'folded'
const listeners = createListeners()

/** Whether the member has folded the panel into a bar, remembered by the browser. */
export const useFolded = (): boolean => useSyncExternalStore(listeners.subscribe, isFolded)

export function toggleFolded(): void {
  localStorage.setItem(key, isFolded() ? 'open' : folded)
  listeners.notify()
}

const isFolded = () => localStorage.getItem(key) === folded
