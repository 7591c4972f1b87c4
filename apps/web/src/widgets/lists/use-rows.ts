import {
  type RefCallback,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { usePrinting } from '../../ui/use-printing.ts'
import { type Span, spanOf, topsOf } from './rows-model.ts'

interface Options {
  /** Container of the rows. */
  list: RefObject<HTMLElement | null>
  /** Keys of loaded rows, in order; must be referentially stable while the rows are. */
  keys: readonly string[]
  /** Total number of rows, loaded or not. */
  count?: number
  /** Estimated row height. */
  rowPx: number
}

/** Shorter lists are rendered completely, so that the browser can search and print them. */
export const manyRows = 150
/** Overscan on each side. */
const around = 8

export interface Rows {
  /** Rows to render. */
  indexes: number[]
  /** Height of the omitted rows in px. */
  before: number
  after: number
  /** Ref for each row's element, which must have data-index. */
  measure: RefCallback<HTMLElement> | undefined
  /** Scrolls a row to the center, whether rendered or not. */
  scrollTo: (index: number) => void
}

/** Virtualizes a long list in the page's scroll container. When printing, all loaded rows are rendered. */
export function useRows({ list, keys, count = keys.length, rowPx }: Options): Rows {
  const isPrinting = usePrinting()
  const isLong = count > manyRows && !isPrinting
  const { known, measure } = useHeights(keys, rowPx)
  const tops = useMemo(() => topsOf(keys, { count, rowPx, ...known }), [keys, count, rowPx, known])
  const span = useSpan(list, tops, isLong)
  if (!isLong) return { ...allOf(isPrinting ? keys.length : count), scrollTo: () => undefined }
  const end = Math.min(span.end, count)
  const start = Math.min(span.start, end)
  return {
    indexes: Array.from({ length: end - start }, (_each, at) => start + at),
    before: tops[start]!,
    after: tops[count]! - tops[end]!,
    measure,
    scrollTo(index) {
      const middle = topOf(list) + (tops[index]! + tops[index + 1]!) / 2
      window.scrollTo({ top: middle - window.innerHeight / 2 })
    },
  }
}

/** Measured heights that differ from the estimate; changes are signaled by a new wrapper around the same map. */
function useHeights(keys: readonly string[], rowPx: number) {
  const [known, setKnown] = useState(() => ({ heights: new Map<string, number>() }))
  const latest = useRef({ keys, rowPx, ...known })
  useLayoutEffect(() => void (latest.current = { keys, rowPx, ...known }))
  const observer = useRef<ResizeObserver>(null)
  const measure = useCallback<RefCallback<HTMLElement>>((element) => {
    if (!element) return undefined
    observer.current ??= new ResizeObserver((entries) => {
      const { keys, rowPx, heights } = latest.current
      const changed = entries.filter(({ target }) => {
        const key = keys[Number((target as HTMLElement).dataset['index'])]
        const px = target.getBoundingClientRect().height
        if (key === undefined || px === 0 || (heights.get(key) ?? rowPx) === px) return false
        heights.set(key, px)
        return true
      })
      if (changed.length > 0) setKnown({ heights })
    })
    observer.current.observe(element)
    return () => observer.current?.unobserve(element)
  }, [])
  return { known, measure }
}

const topOf = (list: Options['list']) =>
  list.current ? Math.round(list.current.getBoundingClientRect().top + window.scrollY) : 0

// Until the list's position is known.
const firstSpan: Span = { start: 0, end: 30 }

/** The rows to render; changes only when other rows become visible. */
function useSpan(list: Options['list'], tops: Float64Array, isLong: boolean): Span {
  const [span, setSpan] = useState<Span>(firstSpan)
  const follow = useCallback(() => {
    const from = window.scrollY - topOf(list)
    const next = spanOf(tops, { from, to: from + window.innerHeight }, around)
    setSpan((span) => (next.start === span.start && next.end === span.end ? span : next))
  }, [list, tops])
  useEffect(() => {
    if (!isLong) return undefined
    // Rendered before the browser paints the new scroll position.
    const onScroll = () => flushSync(follow)
    // Also initially, and when content above or a row changes its height.
    const observer = new ResizeObserver(follow)
    observer.observe(document.body)
    window.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('resize', onScroll)
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', onScroll)
      window.removeEventListener('resize', onScroll)
    }
  }, [follow, isLong])
  return span
}

const allOf = (count: number) => ({
  indexes: Array.from({ length: count }, (_each, index) => index),
  before: 0,
  after: 0,
  measure: undefined,
})
