import { type RefObject, useEffect } from 'react'

interface Options {
  list: RefObject<HTMLElement | null>
  keys: readonly string[]
  /** Key of the row to scroll to; null for none. */
  reveal: string | null
  scrollTo: (index: number) => void
  /** Loads more rows. Returns false if there are none. */
  onMore: () => boolean
  onRevealed: () => void
}

/** A row is rendered a few frames after scrolling. */
const framesToAppear = 30

/** Scrolls a row to the center and focuses it, loading it if necessary. */
export function useReveal({ list, keys, reveal, scrollTo, onMore, onRevealed }: Options) {
  useEffect(() => {
    if (reveal === null) return undefined
    const index = keys.indexOf(reveal)
    if (index < 0) {
      if (!onMore()) onRevealed()
      return undefined
    }
    scrollTo(index)
    let frame = 0
    const settle = (left: number) => {
      const row = list.current?.querySelector(`[data-key="${CSS.escape(reveal)}"]`)
      if (!row && left > 0) frame = requestAnimationFrame(() => settle(left - 1))
      if (!row) return
      row.firstElementChild?.scrollIntoView({ block: 'center' })
      row.querySelector<HTMLElement>('[data-row]')?.focus({ preventScroll: true })
      onRevealed()
    }
    frame = requestAnimationFrame(() => settle(framesToAppear))
    return () => cancelAnimationFrame(frame)
  })
}
