import { formatAgo, formatDateTime } from './format.ts'

interface Props {
  /** null: never, or not known. */
  epochMs: number | null
  /** In place of a moment that there is not. */
  otherwise?: string
  /** The date itself; how long ago it was is said on hover. Otherwise the other way around. */
  isExact?: boolean
}

/** A moment, in the viewer's time zone. */
export function When({ epochMs, otherwise = '–', isExact = false }: Props) {
  if (epochMs === null) return <span className="text-soft">{otherwise}</span>
  return (
    <time
      dateTime={new Date(epochMs).toISOString()}
      title={isExact ? formatAgo(epochMs) : formatDateTime(epochMs)}
      className="tabular whitespace-nowrap"
    >
      {isExact ? formatDateTime(epochMs) : formatAgo(epochMs)}
    </time>
  )
}
