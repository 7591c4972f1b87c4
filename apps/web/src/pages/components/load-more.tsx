import { components as messages } from '../../messages/components.ts'
import { LoadMore as LoadNext } from '../../widgets/load-more.tsx'
import type { useDependencies } from './use-dependencies.ts'

interface Props {
  found: ReturnType<typeof useDependencies>
}

/** Sorted otherwise than the server lists them, all are there, or as many as are sorted. */
export function LoadMore({ found }: Props) {
  const count = found.rows?.length ?? 0
  if (!found.isSortedHere) return <LoadNext {...{ found, count }} label={messages.more} />
  if (!found.hasNextPage || found.isSorting) return null
  return <p className="m-0 text-center text-soft">{messages.sortedPart(count)}</p>
}
