import { type ProjectItem, projectPolicies, projectSorts, projectStates } from '@assay/contract/projects.ts'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { projects as messages } from '../../messages/projects.ts'
import { Button } from '../../ui/button.tsx'
import { listPage } from '../../widgets/lists/described-list.tsx'
import type { AccountListProps } from '../../widgets/lists/filter-bar.tsx'
import { usePages } from '../../widgets/lists/use-pages.ts'
import { NewScans } from '../../widgets/live/new-scans.tsx'
import { ScanByFile } from '../../widgets/scan/scan-by-file.tsx'
import { usePermission } from '../../widgets/use-permission.ts'
import { AddProject } from './add-project.tsx'
import { columns } from './columns.tsx'
import { DemoNotice } from './demo-notice.tsx'
import { filtersOf, noFilters, type ProjectsSearch, sortBy, sortingOf, stateOf } from './search.ts'
import { ratedSeverities } from '@assay/engine/vocabulary.ts'
import { severityNames } from '../../messages/severity.ts'
import { Severity } from '../../ui/severity.tsx'

type Props = AccountListProps<ProjectsSearch>
type Found = ReturnType<typeof useProjects>

export const ProjectsPage = listPage({
  messages,
  permission: 'projects.read',
  viewed: 'projects',
  useRows: useProjects,
  filters: [
    { kind: 'text', field: 'q', label: messages.filter, placeholder: messages.filterHint },
    { kind: 'group' },
    {
      kind: 'select',
      field: 'state',
      label: messages.state,
      options: projectStates.map((value) => ({ value, label: messages.states[value] })),
    },
    {
      kind: 'select',
      field: 'policy',
      label: messages.policy,
      options: projectPolicies.map((value) => ({ value, label: messages.policies[value] })),
    },
    {
      kind: 'select',
      field: 'sort',
      label: messages.sort,
      options: projectSorts.map((value) => ({ value, label: messages.columns[value] })),
      // Wider pages sort by the columns' headers.
      className: 'min-[60rem]:hidden',
      resets: 'direction',
    },
  ],
  noFilters,
  status: ({ counts }) => counts && messages.count(counts.total),
  tools: (props) => <AddButton {...props} />,
  table: {
    label: messages.list,
    columns,
    keyOf: ({ uuid }) => uuid,
    isCentered: true,
    widths: { narrow: '(width < 60rem)', medium: '(width < 80rem)' },
  },
  sorting: {
    of: sortingOf,
    by: (column, search) =>
      sortBy(
        projectSorts.find((each) => each === column)!,
        sortingOf(search),
      ),
  },
  rowHeight: 'h-18.75 min-[60rem]:h-11.25',
  above: ({ counts }, { account }) =>
    counts !== undefined &&
    counts.samples > 0 && <DemoNotice accountUuid={account.uuid} count={counts.samples} />,
  before: () => <SeverityLegend />,
  after: (found, props) => <Additions {...props} found={found} />,
  empty: (search) =>
    stateOf(search) === 'archived' && [search.q, search.policy, search.groupUuid].every((each) => !each)
      ? { title: messages.noneArchived, hint: messages.noneArchivedHint }
      : undefined,
  isEmptyWithFilters: true,
})

/** Matching projects, page by page. */
function useProjects({ account, search }: Props) {
  const { q: text = '', groupUuid } = search
  const params = { accountUuid: account.uuid }
  const query = {
    text,
    state: stateOf(search),
    ...filtersOf(search),
    ...sortingOf(search),
    ...(groupUuid && { groupUuid }),
  }
  const found = usePages({
    key: ['projects', account.uuid, query],
    read: (cursor, options) =>
      api.projects.page({ params, query: { ...query, ...cursor, limit: '200' } }, options),
    rowsOf: ({ items }): ProjectItem[] => items,
  })
  return { ...found, counts: found.data?.pages[0] }
}

function AddButton({ onSearch }: Props) {
  const canAdd = usePermission()('projects.edit')
  return (
    <Button
      variant="primary"
      aria-disabled={!canAdd}
      title={canAdd ? undefined : messages.notAllowed}
      onPress={() => canAdd && onSearch({ add: true })}
    >
      {messages.add.open}
    </Button>
  )
}

/** Projects and scans that are added by the member, or meanwhile by others. */
function Additions({ search, onSearch, found }: Props & { found: Found }) {
  const hasPermission = usePermission()
  const [files, setFiles] = useState<File[] | null>(null)
  const { counts, rows } = found
  const close = () => onSearch({ add: undefined }, { replace: true })
  return (
    <>
      {search.add && (
        <AddProject
          onClose={close}
          onFiles={(chosen) => {
            close()
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
    </>
  )
}

/** What the marks in a list of counts mean; narrow pages have the words in each row. */
const SeverityLegend = () => (
  <p className="m-0 flex flex-wrap gap-x-4 gap-y-1 text-soft max-md:hidden">
    {ratedSeverities.map((severity) => (
      <Severity key={severity} severity={severity} word={severityNames[severity]} />
    ))}
  </p>
)
