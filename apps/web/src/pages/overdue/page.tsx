import type { OverdueFinding } from '@assay/contract/trends.ts'
import { ratedSeverities } from '@assay/engine/vocabulary.ts'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { formatDays } from '../../language/format.ts'
import { overdue as messages } from '../../messages/overdue.ts'
import { severityNames } from '../../messages/severity.ts'
import { paths } from '../../paths.ts'
import { listPage } from '../../widgets/lists/described-list.tsx'
import type { AccountListProps } from '../../widgets/lists/filter-bar.tsx'
import { findingColumns } from '../../widgets/lists/finding-columns.tsx'
import { columnsOf } from '../../widgets/lists/list-table.tsx'
import { cleared } from '../../widgets/lists/search-fields.ts'
import { usePages } from '../../widgets/lists/use-pages.ts'
import { EmptyState } from '../../widgets/notices/empty-state.tsx'
import { usePermission } from '../../widgets/use-permission.ts'
import { OverdueSearch } from './search.ts'

const columns = columnsOf<OverdueFinding, keyof typeof messages.columns>(messages.columns, {
  ...findingColumns,
  due: {
    width: 'w-30',
    style: 'tabular whitespace-nowrap',
    cell: ({ dueDate }) => formatDays(dueDate, dueDate),
  },
  overdue: {
    width: 'w-32',
    narrow: { width: 'w-32' },
    from: 'narrow',
    isNumber: true,
    style: 'font-medium text-danger',
    hint: ({ dueDate }) => formatDays(dueDate, dueDate),
    cell: ({ daysOverdue }) => messages.by(daysOverdue),
  },
  fix: {
    width: 'w-40 min-[100rem]:w-72',
    style: 'tabular [overflow-wrap:anywhere]',
    below: ({ fixedVersions }) =>
      fixedVersions.length > 0 ? `${messages.columns.fix} ${fixedVersions.join(', ')}` : messages.noFix,
    cell: ({ fixedVersions }) =>
      fixedVersions.length > 0 ? (
        fixedVersions.join(', ')
      ) : (
        <span className="text-soft">{messages.noFix}</span>
      ),
  },
})

/** "What should have been fixed by now?" */
export const OverduePage = listPage({
  messages,
  permission: 'insights.read',
  viewed: 'overdue',
  useRows: useOverdue,
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
      field: 'severity',
      label: messages.severity,
      options: [
        { value: '', label: messages.anySeverity },
        ...ratedSeverities.map((value) => ({ value, label: severityNames[value] })),
      ],
    },
    { kind: 'projects', team: 'teamUUID', tag: 'tags' },
  ],
  noFilters: cleared(OverdueSearch),
  status: ({ total }) => total !== undefined && messages.count(total),
  table: {
    label: messages.list,
    columns,
    keyOf: ({ projectUuid, branch, adviceID, package: name }) =>
      [projectUuid, branch, adviceID, name].join(' '),
  },
  rowHeight: 'h-32 md:h-9.25',
  above: ({ targets = [], exploitedDays = null }) =>
    (targets.length > 0 || exploitedDays !== null) && (
      <Targets targets={targets} exploitedDays={exploitedDays} />
    ),
  // Projects may inherit targets from groups, and findings have dates of their own, though the account has no targets.
  instead: ({ rows, targets, exploitedDays }) =>
    rows?.length === 0 && targets?.length === 0 && exploitedDays === null ? (
      <EmptyState title={messages.noTargets} hint={messages.noTargetsHint}>
        <TargetsLink text={messages.setTargets} />
      </EmptyState>
    ) : undefined,
})

function useOverdue({ account, search }: AccountListProps<OverdueSearch>) {
  const query = queryOf(search)
  const found = usePages({
    key: ['overdue', account.uuid, query],
    read: (cursor, options) => api.trends.overdue({ query: { ...query, ...cursor, limit: '100' } }, options),
    rowsOf: ({ findings }): OverdueFinding[] => findings,
  })
  return { ...found, ...found.data?.pages[0] }
}

interface TargetsProps {
  targets: readonly { severity: keyof typeof severityNames; days: number }[]
  exploitedDays: number | null
}

const Targets = ({ targets, exploitedDays }: TargetsProps) => (
  <p className="tabular m-0 flex flex-wrap gap-x-3 text-xs text-soft">
    <span>{messages.targets}</span>
    {targets.map(({ severity, days }) => (
      <span key={severity}>{messages.target(severityNames[severity], days)}</span>
    ))}
    {exploitedDays !== null && <span>{messages.target(messages.exploited, exploitedDays)}</span>}
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

/** The filters in API format: names are compared without white space. */
const queryOf = ({ project, branches, tags, teamUUID, groupUuid, severity }: OverdueSearch) => ({
  ...(project !== undefined && { project: project.replaceAll(/\s/g, '') }),
  ...(branches !== undefined && { branches }),
  ...(tags !== undefined && { tags: tags.replaceAll(/\s/g, '') }),
  ...(teamUUID !== undefined && { teamUUID }),
  ...(groupUuid !== undefined && { groupUuid }),
  ...(severity !== undefined && { severity }),
})
