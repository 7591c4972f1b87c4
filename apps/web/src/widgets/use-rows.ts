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
import { usePrinting } from '../ui/use-printing.ts'
import { type Span, spanOf, topsOf } from './rows-model.ts'

interface Options {
  /** What the rows stand in; its top is where they begin. */
  list: RefObject<HTMLElement | null>
  /** Of the loaded rows, in order; the same array while the rows are, or all places are counted anew. */
  keys: readonly string[]
  /** With rows that are not loaded yet. */
  count?: number
  /** Height of most rows. */
  rowPx: number
}

/** Fewer are simply there: they can be searched by the browser, and printed. */
const manyRows = 150
/** Rows drawn beyond those in sight, on each side. */
const around = 8

export interface Rows {
  /** Of the rows to draw. */
  indexes: number[]
  /** Height of what is left out, in px. */
  before: number
  after: number
  /** For each row's element, which carries data-index. */
  measure: RefCallback<HTMLElement> | undefined
  /** Brings a row that may not be drawn to the middle of the view. */
  scrollTo: (index: number) => void
}

/** Of a long list, the rows in sight and some around them; the page scrolls. Print has all that are loaded. */
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

/** What the rows that were drawn once are high, where that is not what most are; each change comes in another object around the same map. */
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

// Until it is known where the list begins.
const firstSpan: Span = { start: 0, end: 30 }

/** The rows to draw; drawn anew when others come into sight, and not with each pixel. */
function useSpan(list: Options['list'], tops: Float64Array, isLong: boolean): Span {
  const [span, setSpan] = useState<Span>(firstSpan)
  const follow = useCallback(() => {
    const from = window.scrollY - topOf(list)
    const next = spanOf(tops, { from, to: from + window.innerHeight }, around)
    setSpan((span) => (next.start === span.start && next.end === span.end ? span : next))
  }, [list, tops])
  useEffect(() => {
    if (!isLong) return undefined
    // Drawn before the browser paints where it has scrolled to.
    const onScroll = () => flushSync(follow)
    // Also when it begins, and when what is above, or a row, is of another height than before.
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
