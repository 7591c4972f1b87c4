import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import { usePrinting } from '../ui/use-printing.ts'

interface Options {
  /** What the rows stand in; its top is where they begin. */
  list: RefObject<HTMLElement | null>
  /** Of the loaded rows, in order; the same array while the rows are, or all sizes are counted anew. */
  keys: readonly string[]
  /** With rows that are not loaded yet. */
  count?: number
  /** Height of most rows. */
  rowPx: number
}

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
  /** Brings a row that may not be drawn to the middle of the view. */
  scrollTo: (index: number) => void
}

/** Of a long list, the rows in sight and some around them; the page scrolls. Print has all that are loaded. */
export function useRows({ list, keys, count = keys.length, rowPx }: Options): Rows {
  const [scrollMargin, setScrollMargin] = useState(0)
  const isPrinting = usePrinting()
  const isLong = count > manyRows && !isPrinting
  useLayoutEffect(() => {
    if (!isLong) return undefined
    // What is above can change its height at any time.
    const observer = new ResizeObserver(() => {
      if (list.current) setScrollMargin(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
    })
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list, isLong])
  // Always the same functions while the rows are the same.
  const getItemKey = useCallback((index: number) => keys[index] ?? index, [keys])
  const estimateSize = useCallback(() => rowPx, [rowPx])
  // oxlint-disable-next-line react/incompatible-library -- nothing is memoized here: there is no React Compiler
  const virtualizer = useWindowVirtualizer({
    ...{ count, scrollMargin, getItemKey, estimateSize },
    enabled: isLong,
    overscan: 8,
  })
  if (!isLong) return { ...allOf(isPrinting ? keys.length : count), scrollTo: () => undefined }
  const items = virtualizer.getVirtualItems()
  return {
    indexes: items.map(({ index }) => index),
    before: (items[0]?.start ?? scrollMargin) - scrollMargin,
    after: virtualizer.getTotalSize() - ((items.at(-1)?.end ?? scrollMargin) - scrollMargin),
    measure: virtualizer.measureElement,
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'center' }),
  }
}

const allOf = (count: number) => ({
  indexes: Array.from({ length: count }, (_each, index) => index),
  ...{ before: 0, after: 0, measure: undefined },
})
