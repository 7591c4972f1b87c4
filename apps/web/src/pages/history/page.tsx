import type { CountedFinding } from '@assay/contract/trends.ts'
import { api } from '../../api/client.ts'
import { formatDays } from '../../language/format.ts'
import { history as messages } from '../../messages/history.ts'
import { CompactSelect } from '../../ui/compact-select.tsx'
import { When } from '../../ui/when.tsx'
import { listPage } from '../../widgets/lists/described-list.tsx'
import type { AccountListProps } from '../../widgets/lists/filter-bar.tsx'
import { findingColumns } from '../../widgets/lists/finding-columns.tsx'
import { columnsOf } from '../../widgets/lists/list-table.tsx'
import { cleared } from '../../widgets/lists/search-fields.ts'
import { usePages } from '../../widgets/lists/use-pages.ts'
import { oldDays } from '../../widgets/findings/cause-model.ts'
import { causeOptions, whyClosed, whyOpened } from './model.ts'
import { HistorySearch } from './search.ts'

const columns = columnsOf<CountedFinding, keyof typeof messages.columns>(messages.columns, {
  ...findingColumns,
  opened: {
    width: 'w-32',
    from: 'narrow',
    cell: (row) => (
      <>
        <When epochMs={row.openedAt} />
        <span className="block text-xs text-soft">{whyOpened(row)}</span>
      </>
    ),
  },
  closed: {
    width: 'w-36',
    below: true,
    style: '[overflow-wrap:anywhere]',
    cell: (row, isBelow) =>
      row.closedAt === null ? (
        <span className="text-soft">{messages.isOpen}</span>
      ) : (
        <>
          {isBelow && <span className="text-soft">{messages.columns.closed} </span>}
          <When epochMs={row.closedAt} />
          <span className="block text-xs text-soft">{whyClosed(row)}</span>
        </>
      ),
  },
  days: {
    width: 'w-28',
    isNumber: true,
    cell: ({ daysToFix }) => (daysToFix === null ? '' : messages.days(daysToFix)),
  },
})

/** "Which findings make up this number?" */
export const HistoryPage = listPage({
  messages,
  permission: 'insights.read',
  useRows: useCounted,
  filters: [
    {
      kind: 'text',
      field: 'project',
      label: messages.project,
      placeholder: messages.projectHint,
      width: 'wide',
    },
    {
      kind: 'select',
      field: 'event',
      label: messages.event,
      options: Object.entries(messages.events).map(([value, label]) => ({ value, label })),
      resets: 'causes',
    },
    { kind: 'other', render: (props) => <CauseOrAge {...props} /> },
    { kind: 'projects', team: 'teamUUID', tag: 'tags' },
  ],
  noFilters: cleared(HistorySearch),
  status: ({ total }, { search }) => total !== undefined && messages.counts[search.event ?? 'opened'](total),
  table: {
    label: messages.list,
    columns,
    keyOf: ({ projectUuid, branch, adviceID, ecosystem, package: name, openedAt }) =>
      [projectUuid, branch, adviceID, ecosystem, name, openedAt].join(' '),
  },
  rowHeight: 'h-32 md:h-14',
  above: ({ startDate, endDate }, { search }) =>
    search.event !== 'open' &&
    startDate !== undefined &&
    endDate !== undefined && (
      <p className="tabular m-0 text-xs text-soft">{formatDays(startDate, endDate)}</p>
    ),
  isEmptyWithFilters: true,
})

/** Why findings were opened or closed, or how long they have been open. */
function CauseOrAge({ search, onSearch }: AccountListProps<HistorySearch>) {
  const { event = 'opened', causes = '', minDays } = search
  if (event === 'open')
    return (
      <CompactSelect
        label={messages.age}
        value={String(minDays ?? '')}
        options={[
          { value: '', label: messages.anyAge },
          ...[...new Set([oldDays, ...(minDays === undefined ? [] : [minDays])])].map((days) => ({
            value: String(days),
            label: messages.ageFrom(days),
          })),
        ]}
        onChange={(value) => onSearch({ minDays: value === '' ? undefined : Number(value) })}
      />
    )
  return (
    <CompactSelect
      label={messages.cause}
      value={causes}
      options={[{ value: '', label: messages.anyCause }, ...causeOptions(event)]}
      onChange={(value) => onSearch({ causes: value || undefined })}
    />
  )
}

function useCounted({ account, search }: AccountListProps<HistorySearch>) {
  const query = queryOf(search)
  const found = usePages({
    key: ['history', account.uuid, query],
    read: (cursor, options) => api.trends.findings({ query: { ...query, ...cursor, limit: '100' } }, options),
    rowsOf: ({ findings }): CountedFinding[] => findings,
  })
  return { ...found, ...found.data?.pages[0] }
}

/** The filters in API format: names are compared without white space, and unknown causes are ignored. */
function queryOf({ event, causes, minDays, project, tags, ...same }: HistorySearch) {
  const isKnown = causeOptions(event ?? 'opened').some(({ value }) => value === causes)
  return {
    ...Object.fromEntries(Object.entries(same).filter(([, value]) => value !== undefined)),
    ...(event !== undefined && { event }),
    ...(isKnown && { causes }),
    ...(event === 'open' && minDays !== undefined && { minDays: String(minDays) }),
    ...(project !== undefined && { project: project.replaceAll(/\s/g, '') }),
    ...(tags !== undefined && { tags: tags.replaceAll(/\s/g, '') }),
  }
}
