import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useState } from 'react'

interface Options {
  /** What the list stands in; its top is where the list begins. */
  list: RefObject<HTMLElement | null>
  /** The key of each loaded row, in order. */
  keys: readonly string[]
  /** With those that are not loaded yet. */
  count: number
  onMore: () => void
}

const rowPx = 37
const estimateSize = () => rowPx

/** Only the rows in sight, and some around them, of a list that scrolls with the page. */
export function useLongList({ list, keys, count, onMore }: Options) {
  const [scrollMargin, setScrollMargin] = useState(0)
  useEffect(() => {
    // What is above can change its height at any time, and the page's with it.
    const measure = new ResizeObserver(() => {
      if (list.current) setScrollMargin(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
    })
    measure.observe(document.body)
    return () => measure.disconnect()
  }, [list])
  // Always the same functions, or all sizes are counted anew with every step of the scrolling.
  const getItemKey = useCallback((index: number) => keys[index] ?? index, [keys])
  // oxlint-disable-next-line react/incompatible-library -- nothing is memoized here: there is no React Compiler
  const virtualizer = useWindowVirtualizer({
    count,
    scrollMargin,
    overscan: 8,
    estimateSize,
    getItemKey,
  })
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)
  const isShort = last !== undefined && last.index >= keys.length
  useEffect(() => {
    if (isShort) onMore()
  }, [isShort, onMore, keys.length])
  return {
    virtualizer,
    items,
    before: (items[0]?.start ?? scrollMargin) - scrollMargin,
    after: virtualizer.getTotalSize() - ((last?.end ?? scrollMargin) - scrollMargin),
  }
}
