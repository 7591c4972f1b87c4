import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'

interface Props {
  found: { hasNextPage: boolean; isFetching: boolean; error: Error | null; fetchNextPage: () => unknown }
  /** Number of loaded rows. */
  count: number
  label: string
}

/** Distance below the viewport at which the next page is loaded. */
const aheadPx = 1200

/** Loads the next page near the end of the list; with a button as alternative. */
export function LoadMore({ found, count, label }: Props) {
  const { hasNextPage, isFetching, error, fetchNextPage } = found
  const end = useRef<HTMLDivElement>(null)
  const isReady = hasNextPage && !isFetching && !error
  useEffect(() => {
    const element = end.current
    if (!isReady || !element) return undefined
    // A busy browser reports several frames at once: out of view and, after a jump to the end, in view.
    const load: IntersectionObserverCallback = (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void fetchNextPage()
    }
    const observer = new IntersectionObserver(load, { rootMargin: `${aheadPx}px` })
    observer.observe(element)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-deps -- an observer misses the end moving between two frames
  }, [isReady, count, fetchNextPage])
  if (!hasNextPage) return null
  return (
    <div ref={end} className="text-center">
      <Button isDisabled={isFetching} onPress={() => void fetchNextPage()}>
        {label}
      </Button>
    </div>
  )
}
