import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../../language/format.ts'
import { paths } from '../../../paths.ts'
import type { historyIn } from './history-in.ts'

/** A number that leads to the findings it counts; 0 leads nowhere. */
export const CountLink = ({ to, count }: { to: ReturnType<typeof historyIn>; count: number }) =>
  count === 0 ? (
    formatNumber(count)
  ) : (
    <Link
      to={paths.history}
      search={to}
      className="inline-block min-h-6 text-inherit no-underline hover:underline"
    >
      {formatNumber(count)}
    </Link>
  )
