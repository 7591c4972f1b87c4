import { Link } from '@tanstack/react-router'
import { severityNames } from '../../messages/severity.ts'
import { api } from '../../api/client.ts'
import { overdue as messages } from '../../messages/overdue.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../widgets/notices/empty-state.tsx'
import { ListSkeleton } from '../../widgets/lists/list-skeleton.tsx'
import { LoadMore } from '../../widgets/lists/load-more.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { usePages, viewOf } from '../../widgets/lists/use-pages.ts'
import { usePermission } from '../../widgets/use-permission.ts'
import { Filters } from './filters.tsx'
import { OverdueTable } from './overdue-table.tsx'
import { isFiltered, noFilters, queryOf, type ListProps } from './search.ts'

const atOnce = '100'

function useOverdue({ account, search }: ListProps) {
  const query = queryOf(search)
  return usePages({
    key: ['overdue', account.uuid, query],
    read: (cursor, options) => api.trends.overdue({ query: { ...query, ...cursor, limit: atOnce } }, options),
    rowsOf: ({ findings }) => findings,
  })
}

/** Filters and results, in all states of the page. */
export function OverdueList(props: ListProps) {
  const found = useOverdue(props)
  const { rows, data } = found
  const targets = data?.pages[0]?.targets
  // Projects may inherit targets from groups though the account has none.
  if (targets?.length === 0 && rows?.length === 0) return <NoTargets />
  if (rows?.length === 0 && !isFiltered(props.search) && !found.isPlaceholderData)
    return <EmptyState title={messages.none} hint={messages.noneHint} />
  return (
    <div className="grid grid-cols-1 gap-3">
      <Filters {...props} total={data?.pages[0]?.total} />
      {targets && <Targets targets={targets} />}
      <QueryView
        query={viewOf(found)}
        skeleton={<ListSkeleton row="h-32 md:h-9.25" />}
        failed={messages.failed}
        forbidden={messages.forbidden}
        missing={<NoMatch {...props} />}
      >
        {(list) =>
          list.length === 0 ? (
            <NoMatch {...props} />
          ) : (
            <>
              <OverdueTable rows={list} isBusy={found.isPlaceholderData} />
              <LoadMore found={found} count={list.length} label={messages.more} />
            </>
          )
        }
      </QueryView>
    </div>
  )
}

const NoMatch = ({ onSearch }: ListProps) => (
  <EmptyState title={messages.noMatch} hint={messages.noneHint}>
    <Button onPress={() => onSearch(noFilters)}>{messages.clear}</Button>
  </EmptyState>
)

const NoTargets = () => (
  <EmptyState title={messages.noTargets} hint={messages.noTargetsHint}>
    <TargetsLink text={messages.setTargets} />
  </EmptyState>
)

interface TargetsProps {
  targets: readonly { severity: keyof typeof severityNames; days: number }[]
}

const Targets = ({ targets }: TargetsProps) => (
  <p className="tabular m-0 flex flex-wrap gap-x-3 text-xs text-soft">
    <span>{messages.targets}</span>
    {targets.map(({ severity, days }) => (
      <span key={severity}>{messages.target(severityNames[severity], days)}</span>
    ))}
    <TargetsLink text={messages.changeTargets} />
  </p>
)

function TargetsLink({ text }: { text: string }) {
  const hasPermission = usePermission()
  if (!hasPermission('configuration.edit')) return null
  return (
    <Link
      data-target
      to={paths.settingsSection}
      params={{ section: 'account' }}
      className="text-accent underline print:hidden"
    >
      {text}
    </Link>
  )
}
