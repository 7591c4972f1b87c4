import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { neverScanned } from '../../messages/never-scanned.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../notices/empty-state.tsx'
import { ListSkeleton } from './list-skeleton.tsx'

interface Props {
  accountUuid: string
  /** For accounts with scans. */
  title: string
  hint: string
}

const newest = { state: 'all', sort: 'lastScanned', direction: 'desc', limit: '1' } as const

/** Shown for a list that is empty without filters. Before the first scan, that is not good news. */
export function NothingFound({ accountUuid, title, hint }: Props) {
  const projects = useQuery(query(api.projects.page, { params: { accountUuid }, query: newest }))
  if (projects.isPending) return <ListSkeleton />
  if (projects.isSuccess && projects.data.items.every(({ lastScannedAt }) => lastScannedAt === null))
    return (
      <EmptyState title={neverScanned.title} hint={neverScanned.hint}>
        <Link data-target to={paths.dashboard} className="font-medium text-accent">
          {neverScanned.link}
        </Link>
      </EmptyState>
    )
  return <EmptyState title={title} hint={hint} />
}
