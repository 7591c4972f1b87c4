import { projectPolicies, projectSorts, projectStates } from '@assay/contract/projects.ts'
import { useState } from 'react'
import { projects as messages } from '../../messages/projects.ts'
import { Button } from '../../ui/button.tsx'
import { CompactSelect } from '../../ui/compact-select.tsx'
import { FilterField } from '../../ui/filter-field.tsx'
import { EmptyState } from '../../widgets/notices/empty-state.tsx'
import { FilterLine, FilterPanel, useFilterPanel } from '../../widgets/lists/filter-panel.tsx'
import { NewScans } from '../../widgets/live/new-scans.tsx'
import { ListSkeleton } from '../../widgets/lists/list-skeleton.tsx'
import { LoadMore } from '../../widgets/lists/load-more.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { GroupFilter } from '../../widgets/lists/project-selects.tsx'
import { ScanByFile } from '../../widgets/scan/scan-by-file.tsx'
import { viewOf, usePages } from '../../widgets/lists/use-pages.ts'
import { usePermission } from '../../widgets/use-permission.ts'
import { AddProject } from './add-project.tsx'
import { DemoNotice } from './demo-notice.tsx'
import { ProjectsTable } from './projects-table.tsx'
import {
  type ProjectsProps,
  filtersOf,
  noFilters,
  sortingOf,
  stateOf,
  type ProjectsSearch,
} from './search.ts'
import { api } from '../../api/client.ts'

interface Props extends ProjectsProps {
  accountUuid: string
}

/** Filters and results, in all states of the page. */
export function ProjectList({ search, onSearch, accountUuid }: Props) {
  const hasPermission = usePermission()
  const found = useProjects(accountUuid, search)
  const [files, setFiles] = useState<File[] | null>(null)
  const { counts, rows } = found
  return (
    <div className="grid grid-cols-1 gap-3">
      <Filters
        search={search}
        onSearch={onSearch}
        total={counts?.total}
        canAdd={hasPermission('projects.edit')}
      />
      {counts !== undefined && counts.samples > 0 && (
        <DemoNotice accountUuid={accountUuid} count={counts.samples} />
      )}
      <QueryView
        query={viewOf(found)}
        skeleton={<ListSkeleton row="h-18.75 min-[60rem]:h-11.25" />}
        failed={messages.failed}
        forbidden={messages.forbidden}
      >
        {(list) =>
          list.length === 0 ? (
            <Nothing search={search} onSearch={onSearch} />
          ) : (
            <>
              <ProjectsTable
                rows={list}
                isBusy={found.isPlaceholderData}
                sorting={sortingOf(search)}
                onSort={(order) => onSearch(order, { replace: true })}
              />
              <LoadMore found={found} count={list.length} label={messages.more} />
            </>
          )
        }
      </QueryView>
      {search.add && (
        <AddProject
          onClose={() => onSearch({ add: undefined }, { replace: true })}
          onFiles={(chosen) => {
            onSearch({ add: undefined }, { replace: true })
            setFiles(chosen)
          }}
        />
      )}
      <ScanByFile files={files} onFiles={setFiles} />
      {found.data && hasPermission('insights.read') && (
        <NewScans
          topic="projects"
          answeredAt={found.dataUpdatedAt}
          concerns={({ projectUuid, scannedAt }) =>
            !rows?.some(
              ({ uuid, lastScannedAt }) => uuid === projectUuid && (lastScannedAt ?? 0) >= scannedAt,
            )
          }
          isAutomatic={counts?.total === 0}
        />
      )}
    </div>
  )
}

function Filters({
  search,
  onSearch,
  total,
  canAdd,
}: ProjectsProps & { total: number | undefined; canAdd: boolean }) {
  const { q = '' } = search
  const panel = useFilterPanel()
  return (
    <div role="search" className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <FilterLine panel={panel}>
        <FilterField
          label={messages.filter}
          placeholder={messages.filterHint}
          value={q}
          onChange={(text) => onSearch({ q: text === '' ? undefined : text }, { replace: true })}
        />
      </FilterLine>
      <FilterPanel panel={panel}>
        <GroupFilter groupUuid={search.groupUuid} onChange={(patch) => onSearch(patch, { replace: true })} />
        <CompactSelect
          label={messages.state}
          value={stateOf(search)}
          options={projectStates.map((value) => ({ value, label: messages.states[value] }))}
          onChange={(value) => onSearch({ state: value === 'active' ? undefined : value })}
        />
        <CompactSelect
          label={messages.policy}
          value={search.policy ?? 'any'}
          options={projectPolicies.map((value) => ({ value, label: messages.policies[value] }))}
          onChange={(value) => onSearch({ policy: value === 'any' ? undefined : value })}
        />
        {/* Wider pages sort by the columns' headers. */}
        <div className="min-[60rem]:hidden">
          <CompactSelect
            label={messages.sort}
            value={sortingOf(search).sort}
            options={projectSorts.map((value) => ({ value, label: messages.columns[value] }))}
            onChange={(sort) =>
              onSearch({ sort: sort === 'name' ? undefined : sort, direction: undefined }, { replace: true })
            }
          />
        </div>
      </FilterPanel>
      <div className="ml-auto flex flex-wrap items-center gap-3">
        <span role="status" className="tabular text-xs text-soft">
          {total === undefined ? '' : messages.count(total)}
        </span>
        <Button
          variant="primary"
          aria-disabled={!canAdd}
          title={canAdd ? undefined : messages.notAllowed}
          onPress={() => canAdd && onSearch({ add: true })}
        >
          {messages.add.open}
        </Button>
      </div>
    </div>
  )
}

function Nothing({ search, onSearch }: ProjectsProps) {
  if (search.q !== undefined || search.policy !== undefined || search.groupUuid !== undefined)
    return (
      <EmptyState title={messages.noMatch}>
        <Button onPress={() => onSearch(noFilters)}>{messages.clear}</Button>
      </EmptyState>
    )
  if (stateOf(search) === 'archived')
    return <EmptyState title={messages.noneArchived} hint={messages.noneArchivedHint} />
  return <EmptyState title={messages.none} hint={messages.noneHint} />
}

const atOnce = '200'

/** Matching projects, page by page. */
function useProjects(accountUuid: string, search: ProjectsSearch) {
  const { q = '', groupUuid } = search
  const state = stateOf(search)
  const sorting = sortingOf(search)
  const filters = filtersOf(search)
  const found = usePages({
    key: ['projects', accountUuid, q, state, filters, sorting, groupUuid],
    read: (cursor, options) =>
      api.projects.page(
        {
          params: { accountUuid },
          query: {
            text: q,
            state,
            ...filters,
            ...sorting,
            limit: atOnce,
            ...cursor,
            ...(groupUuid && { groupUuid }),
          },
        },
        options,
      ),
    rowsOf: ({ items }) => items,
  })
  return { ...found, counts: found.data?.pages[0] }
}
