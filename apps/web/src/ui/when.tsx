import { formatAgo, formatDateTime, isFuture } from '../language/format.ts'

interface Props {
  /** null: never, or not known. */
  epochMs: number | null
  /** In place of a moment that there is not. */
  otherwise?: string
  /** The date itself; how long ago it was is said on hover. Otherwise the other way around. */
  isExact?: boolean
  /** It stands in a feed: one that has not come yet is shown as it stands there. */
  isOfFeed?: boolean
}

/** A moment, in the viewer's time zone. */
export function When({ epochMs, otherwise = '–', isExact = false, isOfFeed = false }: Props) {
  if (epochMs === null) return <span className="text-soft">{otherwise}</span>
  const showsDate = isExact || (isOfFeed && isFuture(epochMs))
  return (
    <time
      dateTime={new Date(epochMs).toISOString()}
      title={showsDate ? formatAgo(epochMs) : formatDateTime(epochMs)}
      className="tabular whitespace-nowrap"
    >
      {showsDate ? formatDateTime(epochMs) : formatAgo(epochMs)}
    </time>
  )
}
