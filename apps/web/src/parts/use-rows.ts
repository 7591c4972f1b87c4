import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { usePrinting } from '../ui/use-printing.ts'

interface Options {
  /** What the rows stand in; its top is where they begin. */
  list: RefObject<HTMLElement | null>
  keys: readonly string[]
}

const usualPx = 44
/** Fewer are simply there: they can be searched by the browser, and printed. */
const manyRows = 150

export interface Rows {
  /** Of the rows to draw. */
  indexes: number[]
  /** Height of what is left out, in px. */
  before: number
  after: number
  /** For each row's element, which carries data-index. */
  measure: ((element: HTMLElement | null) => void) | undefined
}

/** Of a long list, the rows in sight and some around them; the page scrolls. */
export function useRows({ list, keys }: Options): Rows {
  const [scrollMargin, setScrollMargin] = useState(0)
  const isPrinting = usePrinting()
  const isLong = keys.length > manyRows && !isPrinting
  useLayoutEffect(() => {
    if (!isLong) return undefined
    // What is above can change its height at any time.
    const observer = new ResizeObserver(() => {
      if (list.current) setScrollMargin(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
    })
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list, isLong])
  // oxlint-disable-next-line react/incompatible-library -- nothing is memoized here: there is no React Compiler
  const virtualizer = useWindowVirtualizer({
    count: keys.length,
    enabled: isLong,
    scrollMargin,
    overscan: 8,
    estimateSize: () => usualPx,
    getItemKey: (index) => keys[index] ?? index,
  })
  if (!isLong) return { indexes: [...keys.keys()], before: 0, after: 0, measure: undefined }
  const items = virtualizer.getVirtualItems()
  return {
    indexes: items.map(({ index }) => index),
    before: (items[0]?.start ?? scrollMargin) - scrollMargin,
    after: virtualizer.getTotalSize() - ((items.at(-1)?.end ?? scrollMargin) - scrollMargin),
    measure: virtualizer.measureElement,
  }
}
