import { formatAgo, formatDateTime, isFuture } from '../language/format.ts'

interface Props {
  /** null for never or unknown. */
  epochMs: number | null
  /** Shown instead of an absent time. */
  otherwise?: string
  /** Shows the date with the relative time as tooltip; otherwise the reverse. */
  isExact?: boolean
  /** Dates from feeds may be in the future and are shown as they are. */
  isOfFeed?: boolean
}

/** A time in the viewer's time zone. */
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
