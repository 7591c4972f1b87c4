import { components as messages } from '../../messages/components.ts'
import { LoadMore as LoadNext } from '../../widgets/lists/load-more.tsx'
import type { useDependencies } from './use-dependencies.ts'

interface Props {
  found: ReturnType<typeof useDependencies>
}

/** Client-side sorting needs all rows, up to a limit. */
export function LoadMore({ found }: Props) {
  const count = found.rows?.length ?? 0
  if (!found.isSortedHere) return <LoadNext found={found} count={count} label={messages.more} />
  if (!found.hasNextPage || found.isSorting) return null
  return <p className="m-0 text-center text-soft">{messages.sortedPart(count)}</p>
}
