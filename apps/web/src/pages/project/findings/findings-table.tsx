import type { Finding } from '@assay/contract/findings.ts'
import { useState } from 'react'
import { LongBody, type RowAttributes } from '../../../widgets/lists/long-body.tsx'
import { report as messages } from '../../../messages/report.ts'
import { Header, Table } from '../../../ui/table.tsx'
import { FindingRow as Row, wide } from './finding-row.tsx'
import { type FindingColumn, findingColumns, type FindingRow, isFindingColumn } from './findings-model.ts'
import type { TabProps } from '../report/props.ts'
import { UpgradeRow } from './upgrade-row.tsx'
import { isExpandedAtFirst, type Line, linesOf, type UpgradeGroup } from './upgrades-model.ts'

interface Props extends TabProps {
  rows: FindingRow[]
  /** null for a plain list. */
  groups: UpgradeGroup[] | null
  /** Groups toggled from their initial state. */
  toggled: ReadonlySet<string>
  onToggle: (key: string) => void
  /** Excluded since this scan. */
  isPending: (finding: Finding) => boolean
}

const columns = Object.keys(findingColumns) as FindingColumn[]

/** Which groups are expanded: the initial state, except toggled ones. */
export function useToggledGroups() {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string) => setToggled((known) => known.symmetricDifference(new Set([key])))
  return { toggled, toggle, setToggled }
}

/** By key. */
export function expandedGroups(groups: readonly UpgradeGroup[], toggled: ReadonlySet<string>) {
  const isAtFirst = isExpandedAtFirst(groups)
  return (key: string) => isAtFirst !== toggled.has(key)
}

export function FindingsTable(props: Props) {
  const { rows, groups, toggled, onToggle, isPending, overview, search, onSearch } = props
  const sort = isFindingColumn(search.sort) ? search.sort : groups === null ? 'severity' : undefined
  const direction = search.direction ?? 'asc'
  const sortBy = (column: FindingColumn) =>
    onSearch({ sort: column, direction: column === sort && direction === 'asc' ? 'desc' : 'asc' })
  const isExpanded = expandedGroups(groups ?? [], toggled)
  const lines: Line[] =
    groups === null
      ? rows.map((row) => ({ kind: 'finding', key: row.key, row }))
      : linesOf(groups, isExpanded)
  const header = (attributes: Partial<RowAttributes>) => (
    <Headers attributes={attributes} sort={sort} direction={direction} onSort={sortBy} />
  )
  const onRescanned = () => onSearch({ branch: overview.branch, reportUuid: undefined }, { replace: true })
  return (
    <div className="overflow-clip rounded-card border border-line bg-surface">
      <Table label={messages.security.heading} rowCount={lines.length + (groups === null ? 1 : 0)}>
        {groups === null && <thead>{header({})}</thead>}
        <LongBody
          rows={lines}
          columns={columns.length + 1}
          hasHeader={groups === null}
          keyOf={({ key }) => key}
        >
          {(line, attributes) =>
            line.kind === 'header' ? (
              header(attributes)
            ) : line.kind === 'group' ? (
              <UpgradeRow
                overview={overview}
                attributes={attributes}
                isPending={isPending}
                onRescanned={onRescanned}
                group={line.group}
                columns={columns.length + 1}
                isOpen={isExpanded(line.key)}
                onToggle={() => onToggle(line.key)}
              />
            ) : (
              <Row
                overview={overview}
                attributes={attributes}
                onRescanned={onRescanned}
                row={line.row}
                mode={search.mode}
                isPending={isPending(line.row.finding)}
                isOpen={line.row.key === search.open}
                onToggle={() =>
                  onSearch(
                    { open: line.row.key === search.open ? undefined : line.row.key },
                    { replace: true },
                  )
                }
              />
            )
          }
        </LongBody>
      </Table>
    </div>
  )
}

interface HeadersProps {
  attributes: Partial<RowAttributes>
  sort: FindingColumn | undefined
  direction: 'asc' | 'desc'
  onSort: (column: FindingColumn) => void
}

const Headers = ({ attributes, sort, direction, onSort }: HeadersProps) => (
  <tr {...attributes} className="border-b border-line">
    <th scope="col" className="w-9 p-0 print:hidden">
      <span className="sr-only">{messages.details('')}</span>
    </th>
    {columns.map((column) => (
      <Header
        key={column}
        title={messages.security.columns[column]}
        className={wide[column] ?? ''}
        sorted={column === sort ? direction : null}
        onSort={() => onSort(column)}
      />
    ))}
  </tr>
)
