import { useSyncExternalStore } from 'react'

let isPrinting = false

function subscribe(listener: () => void) {
  const set = (next: boolean) => () => {
    isPrinting = next
    listener()
  }
  const [before, after] = [set(true), set(false)]
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
  }
}

/** Whether the page is being printed, when virtualized content is rendered completely. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting)
