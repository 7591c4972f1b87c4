import type { Overview } from '@assay/contract/scans.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { Fragment, type MouseEvent } from 'react'
import { LongBody, type RowAttributes } from '../../widgets/long-body.tsx'
import { paths } from '../../paths.ts'
import { report as messages } from '../../messages/report.ts'
import { Badge } from '../../ui/badge.tsx'
import { ChevronIcon } from '../../ui/icons.tsx'
import { Severity } from '../../ui/severity.tsx'
import { Header, Table } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { Exclude } from './exclude.tsx'
import { FixList } from './fix-version.tsx'
import { FindingDetails } from './finding-details.tsx'
import { type FindingColumn, findingColumns, type FindingRow, isFindingColumn } from './findings-model.ts'
import type { TabProps } from './props.ts'

interface Props extends TabProps {
  rows: FindingRow[]
}

const columns = Object.keys(findingColumns) as FindingColumn[]
/** Columns that narrow pages leave to the details. */
const wide: Partial<Record<FindingColumn, string>> = {
  package: 'hidden sm:table-cell',
  fix: 'hidden md:table-cell',
  recommended: 'hidden lg:table-cell',
  via: 'hidden xl:table-cell',
  since: 'hidden md:table-cell',
}

export function FindingsTable({ rows, overview, search, onSearch }: Props) {
  const sort = isFindingColumn(search.sort) ? search.sort : 'severity'
  const direction = search.direction ?? 'asc'
  const sortBy = (column: FindingColumn) =>
    onSearch({ sort: column, direction: column === sort && direction === 'asc' ? 'desc' : 'asc' })
  return (
    <div className="rounded-card border border-line bg-surface">
      <Table label={messages.security.heading} rowCount={rows.length + 1}>
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="w-9 p-0 print:hidden">
              <span className="sr-only">{messages.details('')}</span>
            </th>
            {columns.map((column) => (
              <Header
                key={column}
                title={messages.security.columns[column]}
                className={wide[column] ?? ''}
                sorted={column === sort ? direction : null}
                onSort={() => sortBy(column)}
              />
            ))}
          </tr>
        </thead>
        <LongBody rows={rows} columns={columns.length + 1} keyOf={({ key }) => key}>
          {(row, attributes) => (
            <Row
              row={row}
              overview={overview}
              attributes={attributes}
              mode={search.mode}
              isOpen={row.key === search.open}
              onToggle={() =>
                onSearch({ open: row.key === search.open ? undefined : row.key }, { replace: true })
              }
            />
          )}
        </LongBody>
      </Table>
    </div>
  )
}

interface RowProps {
  row: FindingRow
  overview: Overview
  attributes: RowAttributes
  mode: string | undefined
  isOpen: boolean
  onToggle: () => void
}

const cell = 'px-3 py-2 align-top'

function Row({ row, overview, attributes, mode, isOpen, onToggle }: RowProps) {
  const navigate = useNavigate()
  const { finding } = row
  const to = { to: paths.vulnerabilities, search: { id: finding.advisoryUuid, mode } }
  const openAdvisory = (event: MouseEvent<HTMLElement>) => {
    // What was pressed has its own meaning, and selected text is to be copied.
    const isOwn = (event.target as Element).closest('a, button') !== null
    if (!isOwn && getSelection()?.isCollapsed !== false) void navigate(to)
  }
  return (
    <>
      <tr
        {...attributes}
        onClick={openAdvisory}
        className="cursor-pointer border-b border-line-soft group-last/row:border-0 hover:bg-hover"
      >
        <Toggle name={`${row.id}, ${finding.package}`} isOpen={isOpen} onToggle={onToggle} />
        <td className={cell}>
          <Severity
            severity={finding.severity}
            word={messages.severities[finding.severity]}
            cvss={finding.cvss}
            isFaint={finding.exclusion !== null}
          />
        </td>
        <th scope="row" className={`${cell} text-left font-normal`}>
          <Link
            {...to}
            data-row
            preload={false}
            className="tabular font-medium whitespace-nowrap text-ink hover:text-accent hover:underline"
          >
            {row.id}
          </Link>
          <Marks row={row} />
          <span className="line-clamp-2 max-w-xl text-soft">{finding.summary}</span>
          <span className="sm:hidden">
            <PackageName row={row} />
          </span>
        </th>
        <td className={`${cell} ${wide.package}`}>
          <PackageName row={row} />
        </td>
        <td className={`${cell} ${wide.fix}`}>
          <FixList fixes={row.fixes} none={messages.security.noFix} />
        </td>
        <td className={`${cell} ${wide.recommended}`}>
          <FixList fixes={row.recommended} none={messages.stability.unknown} />
        </td>
        <td className={`${cell} ${wide.via}`}>
          <Via row={row} />
        </td>
        <td className={`${cell} text-soft ${wide.since}`}>
          {finding.lifetime && <When epochMs={finding.lifetime.introducedAt} />}
        </td>
      </tr>
      {isOpen && (
        <tr className="border-b border-line-soft group-last/row:border-0">
          <td colSpan={columns.length + 1} className="bg-page p-0">
            <FindingDetails
              row={row}
              mode={mode}
              actions={<Exclude finding={finding} overview={overview} />}
            />
          </td>
        </tr>
      )}
    </>
  )
}

interface ToggleProps {
  name: string
  isOpen: boolean
  onToggle: () => void
}

const Toggle = ({ name, isOpen, onToggle }: ToggleProps) => (
  <td className="p-0 pl-1.5 align-top print:hidden">
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={messages.details(name)}
      onClick={onToggle}
      className="my-1 grid size-7 cursor-pointer place-items-center rounded-md text-soft hover:bg-line hover:text-ink"
    >
      <ChevronIcon className={`size-3.5 transition-transform ${isOpen ? 'rotate-90' : ''}`} />
    </button>
  </td>
)

function PackageName({ row: { finding, versions } }: { row: FindingRow }) {
  return (
    <span className="[overflow-wrap:anywhere]">
      <span className="font-medium">{finding.package}</span>{' '}
      <span className="tabular text-soft">{versions.join(', ')}</span>
    </span>
  )
}

/** What sets a finding apart. */
export function Marks({ row: { finding } }: { row: FindingRow }) {
  const { exploited, malware, excluded, ended } = messages.security
  const marks = [
    [finding.isKnownExploited, 'bad', exploited],
    [finding.category === 'malware', 'bad', malware],
    [finding.exclusion !== null, 'plain', excluded],
    [(finding.lifetime?.endedAt ?? null) !== null, 'good', ended],
  ] as const
  return marks
    .filter(([isSet]) => isSet)
    .map(([, look, word]) => (
      <Fragment key={word}>
        {' '}
        <Badge variant={look}>{word}</Badge>
      </Fragment>
    ))
}

function Via({ row: { via, isDirect, otherPaths } }: { row: FindingRow }) {
  if (isDirect === null) return <span className="text-soft">{messages.unknownOrigin}</span>
  return (
    <span className="[overflow-wrap:anywhere]">
      {isDirect && via.length === 0 ? messages.direct : via.join(' › ') || messages.transitive}{' '}
      {otherPaths > 0 && (
        <span className="text-xs text-soft">{messages.security.otherPaths(otherPaths)}</span>
      )}
    </span>
  )
}
