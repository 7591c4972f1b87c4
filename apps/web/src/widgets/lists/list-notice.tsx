import { listDays } from '@assay/engine/advisories/lists.ts'
import type { ListId } from '@assay/engine/vocabulary.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { formatDate } from '../../language/format.ts'
import { advisoryData as messages } from '../../messages/advisory-data.ts'
import { paths } from '../../paths.ts'

/** The lists are read once a day. */
const keptMs = 300_000

/** What marks and orders vulnerabilities. */
export const exploitLists = ['kev', 'eu-kev', 'epss'] as const

interface Props {
  /** The lists that the order or filter of the part depends on. */
  of: readonly ListId[]
}

/** Says which lists were never loaded or are old, with a link to the status page; nothing if all are current. */
export function ListNotice({ of }: Props) {
  const { data = [], dataUpdatedAt } = useQuery({
    ...query(api.advisoryDatabases.lists, {}),
    staleTime: keptMs,
  })
  const doubtful = data.filter(({ id, state }) => of.includes(id) && state !== 'current')
  if (doubtful.length === 0) return null
  return (
    <p role="note" className="m-0 text-xs text-soft">
      {doubtful.map(({ id, completeAt }) => (
        <span key={id} className="font-medium text-ink">
          {messages.lists[id]}:{' '}
          {completeAt === null
            ? messages.neverLoaded
            : messages.asOf(formatDate(completeAt), listDays(completeAt, dataUpdatedAt))}{' '}
        </span>
      ))}
      {doubtful.some(({ id }) => id !== 'end-of-life') ? messages.effectOnOrder : messages.effectOnSupport}{' '}
      <Link to={paths.status} className="font-medium text-accent print:hidden">
        {messages.link}
      </Link>
    </p>
  )
}
