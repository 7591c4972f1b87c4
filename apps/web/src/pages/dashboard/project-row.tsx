import type { MetricsProject } from '@assay/contract/metrics.ts'
import { type ReactNode, useId } from 'react'
import { paths } from '../../paths.ts'
import { texts } from '../../texts.ts'
import { formatAgo, formatDateTime, formatNumber } from '../../ui/format.ts'
import { ChevronIcon, ExternalIcon } from '../../ui/icons.tsx'
import { Score } from '../../ui/score.tsx'
import { cellLook, numberLook } from '../../ui/table.tsx'
import { columnNames } from './model.ts'

interface Props {
  row: MetricsProject
  /** Its number among all rows, the headers being the first. */
  place: number
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

export function ProjectRow({ row, place, isOpen, onToggle, children }: Props) {
  const details = useId()
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
              <span className="text-soft">{row.nameFront}</span>
              <span className="font-semibold">{row.nameTail}</span>
            </span>
          </button>
        </th>
        <td className="truncate px-3 py-1.5" title={row.projectBranch}>
          {row.projectBranch}
        </td>
        <td className={numberLook}>{formatNumber(row.vulnerabilityCount)}</td>
        <td className={numberLook}>{formatNumber(row.totalScans)}</td>
        <td className={numberLook}>
          <Score score={row.securityScore} words={texts.risk} />
        </td>
        <td className={`${cellLook} tabular text-right`}>
          <time dateTime={new Date(row.lastScanned).toISOString()} title={formatAgo(row.lastScanned)}>
            {formatDateTime(row.lastScanned)}
          </time>
        </td>
        <td className="pr-3 text-right">
          <ReportLink {...row} />
        </td>
      </tr>
      {isOpen && (
        <tr className="border-b border-line">
          <td id={details} colSpan={columnNames.length + 1} className="p-0">
            {/* As wide as what is in sight, however wide the table is. */}
            <div className="sticky left-0 w-[100cqw] px-4 py-4">{children}</div>
          </td>
        </tr>
      )}
    </>
  )
}

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
