import { type RefObject, useEffect } from 'react'

interface Options {
  list: RefObject<HTMLElement | null>
  keys: readonly string[]
  /** The key of the row to bring to the middle of the view; null when there is none to bring. */
  reveal: string | null
  scrollTo: (index: number) => void
  /** Loads more rows, if there are more; false when there are not. */
  onMore: () => boolean
  onRevealed: () => void
}

/** A row appears a few frames after the scrolling to its place. */
const framesToAppear = 30

/** Scrolls a row to the centre of the view and puts the focus on it, after loading it if need be. */
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
