import { caseStates, type CaseSummary } from '@assay/contract/cases.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { cases as messages } from '../../messages/cases.ts'
import { paths } from '../../paths.ts'
import { Segments } from '../../ui/segments.tsx'
import { ListSkeleton } from '../../widgets/lists/list-skeleton.tsx'
import { LoadMore } from '../../widgets/lists/load-more.tsx'
import { usePages, viewOf } from '../../widgets/lists/use-pages.ts'
import { EmptyState } from '../../widgets/notices/empty-state.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { CasesTable } from './cases-table.tsx'

export function CaseList() {
  const { state = 'open' } = useSearch({ from: paths.cases })
  const navigate = useNavigate({ from: paths.cases })
  const found = usePages({
    key: ['cases', state],
    read: (cursor, options) => api.cases.list({ query: { state, ...cursor } }, options),
    rowsOf: ({ cases }): CaseSummary[] => cases,
  })
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex">
        <Segments
          label={messages.state}
          value={state}
          options={caseStates.map((value) => ({ value, label: messages.states[value] }))}
          onChange={(value) =>
            void navigate({ search: value === 'open' ? {} : { state: value }, resetScroll: false })
          }
        />
      </div>
      <QueryView
        query={viewOf(found)}
        skeleton={<ListSkeleton row="h-32 md:h-14" />}
        failed={messages.failed}
        forbidden={messages.forbidden}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState {...messages.none[state]} />
          ) : (
            <>
              <CasesTable rows={list} isBusy={found.isPlaceholderData} />
              <LoadMore found={found} count={list.length} label={messages.more} />
            </>
          )
        }
      </QueryView>
    </div>
  )
}
