import { formatAgo, formatDateTime } from './format.ts'

interface Props {
  epochMs: number
  /** The date itself; how long ago it was is said on hover. Otherwise the other way around. */
  isExact?: boolean
}

/** A moment, in the viewer's time zone. */
export const When = ({ epochMs, isExact = false }: Props) => (
  <time
    dateTime={new Date(epochMs).toISOString()}
    title={isExact ? formatAgo(epochMs) : formatDateTime(epochMs)}
    className="tabular whitespace-nowrap"
  >
    {isExact ? formatDateTime(epochMs) : formatAgo(epochMs)}
  </time>
)
