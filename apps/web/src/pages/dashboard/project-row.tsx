import type { MetricsProject } from '@assay/contract/metrics.ts'
import { type ReactNode, useId } from 'react'
import { paths } from '../../paths.ts'
import { texts } from '../../texts.ts'
import { formatAgo, formatDateTime, formatNumber } from '../../ui/format.ts'
import { ChevronIcon, ExternalIcon } from '../../ui/icons.tsx'
import { Score } from '../../ui/score.tsx'
import { numberLook } from '../../ui/table.tsx'
import { type Column, columnNames } from './model.ts'

interface Props {
  row: MetricsProject
  /** Its number among all rows, the headers being the first. */
  place: number
  shown: readonly Column[]
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

export function ProjectRow({ row, place, shown, isOpen, onToggle, children }: Props) {
  const details = useId()
  const isNarrow = shown.length < columnNames.length
  return (
    <>
      {/* The button in it is for the keyboard; the whole row is the target of the pointer. */}
      <tr
        aria-rowindex={place}
        onClick={onToggle}
        className={`cursor-pointer border-b border-line-soft hover:bg-hover ${isOpen ? 'bg-hover' : ''}`}
      >
        <th scope="row" className="px-3 py-1.5 text-left font-normal" title={row.projectUrl}>
          <button
            type="button"
            data-row
            aria-expanded={isOpen}
            {...(isOpen && { 'aria-controls': details })}
            className="flex w-full cursor-pointer items-center gap-1.5 text-left [overflow-wrap:anywhere]"
          >
            <ChevronIcon className={`size-3.5 text-soft transition-transform ${isOpen ? 'rotate-90' : ''}`} />
            <span>
              <span className={`text-soft ${isNarrow ? 'block' : ''}`}>{row.nameFront}</span>
              <span className="font-semibold">{row.nameTail}</span>
            </span>
          </button>
          {isNarrow && (
            <span className="tabular mt-0.5 block pl-5 text-xs text-soft">
              {row.projectBranch} · {texts.dashboard.scanCount(row.totalScans)} ·{' '}
              <Moment epochMs={row.lastScanned} />
            </span>
          )}
        </th>
        {shown.slice(1).map((column) => (
          <Cell key={column} row={row} column={column} isNarrow={isNarrow} />
        ))}
        <td className={`text-right ${isNarrow ? 'align-top' : 'pr-3'}`}>
          <ReportLink {...row} />
        </td>
      </tr>
      {isOpen && (
        <tr className="border-b border-line">
          <td id={details} colSpan={shown.length + 1} className="p-0">
            {/* As wide as what is in sight, however wide the table is. */}
            <div className="sticky left-0 w-[100cqw] px-4 py-4">{children}</div>
          </td>
        </tr>
      )}
    </>
  )
}

function Cell({ row, column, isNarrow }: { row: MetricsProject; column: Column; isNarrow: boolean }) {
  if (column === 'projectBranch')
    return (
      <td className="truncate px-3 py-1.5" title={row.projectBranch}>
        {row.projectBranch}
      </td>
    )
  return (
    <td className={isNarrow ? 'tabular px-1.5 py-1.5 text-right align-top' : numberLook}>
      {column === 'securityScore' && <Score score={row.securityScore} words={texts.risk} isStacked />}
      {column === 'lastScanned' && <Moment epochMs={row.lastScanned} />}
      {(column === 'vulnerabilityCount' || column === 'totalScans') && formatNumber(row[column])}
    </td>
  )
}

const Moment = ({ epochMs }: { epochMs: number }) => (
  <time dateTime={new Date(epochMs).toISOString()} title={formatAgo(epochMs)}>
    {formatDateTime(epochMs)}
  </time>
)

const ReportLink = ({ projectUUID, projectBranch, nameFront, nameTail }: MetricsProject) => (
  <a
    href={paths.project(projectUUID, projectBranch)}
    target="_blank"
    rel="noreferrer"
    onClick={(event) => event.stopPropagation()}
    aria-label={texts.dashboard.openReport(nameFront + nameTail, projectBranch)}
    className="inline-grid size-7 place-items-center rounded-md text-soft hover:bg-line hover:text-ink"
  >
    <ExternalIcon />
  </a>
)
