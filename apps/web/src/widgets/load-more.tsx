import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'

interface Props {
  found: { hasNextPage: boolean; isFetching: boolean; error: Error | null; fetchNextPage: () => unknown }
  /** Rows so far. */
  count: number
  label: string
}

/** So far below the view the next page is asked for. */
const aheadPx = 1200

/** The next page when the end of the list comes near; a button for those who do not scroll. */
export function LoadMore({ found, count, label }: Props) {
  const { hasNextPage, isFetching, error, fetchNextPage } = found
  const end = useRef<HTMLDivElement>(null)
  const isReady = hasNextPage && !isFetching && !error
  useEffect(() => {
    const element = end.current
    if (!isReady || !element) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), {
      rootMargin: `${aheadPx}px`,
    })
    observer.observe(element)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-deps -- an observer sees no change when the end moves and is jumped to between two frames
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
