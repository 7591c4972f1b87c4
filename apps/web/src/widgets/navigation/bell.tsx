import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { notifications } from '../../messages/notifications.ts'
import { paths } from '../../paths.ts'

const refreshMs = 60_000
const maxShown = 99

/** Link to the inbox with the unread count. */
export function Bell() {
  const { data } = useQuery({ ...query(api.inbox.unread, {}), refetchInterval: refreshMs, retry: false })
  const unread = data?.unread ?? 0
  const label = notifications.inbox.label(unread)
  return (
    <Link
      to={paths.inbox}
      aria-label={label}
      title={label}
      className="relative grid size-8 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink"
    >
      <svg
        aria-hidden
        viewBox="0 0 16 16"
        className="size-4"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      >
        <path d="M4 11.500V7a4 4 0 0 1 8 0v4.500M2.500 11.500h11M6.500 13.500a1.500 1.500 0 0 0 3 0" />
      </svg>
      {unread > 0 && (
        <span
          aria-hidden
          className="tabular absolute -top-0.5 -right-0.5 min-w-4 rounded-full bg-accent px-1 text-center text-[10px] leading-4 font-semibold text-accent-ink"
        >
          {unread > maxShown ? `${maxShown}+` : unread}
        </span>
      )}
    </Link>
  )
}
