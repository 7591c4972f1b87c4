import { useEffect, useRef } from 'react'
import { components as messages } from '../../messages/components.ts'
import { Button } from '../../ui/button.tsx'
import type { useDependencies } from './use-dependencies.ts'

interface Props {
  found: ReturnType<typeof useDependencies>
}

/** So far below the view the next page is asked for. */
const aheadPx = 1200

/** The next page when the end of the list comes near; a button for those who do not scroll. */
export function LoadMore({ found }: Props) {
  const { hasNextPage, isFetching, error, fetchNextPage, isSortedHere } = found
  const end = useRef<HTMLDivElement>(null)
  const count = found.rows?.length ?? 0
  const isReady = hasNextPage && !isFetching && !error && !isSortedHere
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
  if (isSortedHere)
    return found.isSorting ? null : <p className="m-0 text-center text-soft">{messages.sortedPart(count)}</p>
  return (
    <div ref={end} className="text-center">
      <Button isDisabled={isFetching} onPress={() => void fetchNextPage()}>
        {messages.more}
      </Button>
    </div>
  )
}
