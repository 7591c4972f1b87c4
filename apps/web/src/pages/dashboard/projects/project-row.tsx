import type { MetricsProject } from '@assay/contract/metrics.ts'
import { lazy, memo, type ReactNode, Suspense, useId } from 'react'
import { loadPart } from '../../../api/outage.ts'
import { hrefOf, paths } from '../../../paths.ts'
import { texts } from '../../../messages/app.ts'
import { formatAgo, formatDateTime, formatNumber } from '../../../language/format.ts'
import { ChevronIcon, ExternalIcon } from '../../../ui/icons.tsx'
import { Score } from '../../../ui/score.tsx'
import { numberCell } from '../../../ui/table.tsx'
import { useAfterFirstPaint } from '../../../widgets/use-after-first-paint.ts'
import { type Column, columnNames } from '../criteria/model.ts'

/** After the first view. */
const Percentile = lazy(() =>
  loadPart(async () => ({ default: (await import('../../../widgets/findings/percentile.tsx')).Percentile })),
)

interface Props {
  row: MetricsProject
  /** aria-rowindex; the header is 1. */
  place: number
  shown: readonly Column[]
  isOpen: boolean
  onToggle: (row: MetricsProject) => void
  children: ReactNode
}

/** Memoized, so that scrolling only renders new rows. */
export const ProjectRow = memo(function ProjectRow(props: Props) {
  const { row, place, shown, isOpen, onToggle, children } = props
  const details = useId()
  const isNarrow = shown.length < columnNames.length
  return (
    <>
      {/* The whole row is clickable; the button in it makes that accessible by keyboard. */}
      <tr
        aria-rowindex={place}
        onClick={() => onToggle(row)}
        className={`cursor-pointer border-b border-line-soft hover:bg-hover ${isOpen ? 'bg-hover' : ''}`}
      >
        <th
          scope="row"
          className={`py-1.5 text-left font-normal ${isNarrow ? 'pl-2' : 'px-3'}`}
          title={row.projectUrl}
        >
          <span className="flex w-full items-center gap-1.5 [overflow-wrap:anywhere]">
            <button
              type="button"
              data-row
              aria-label={row.nameFront + row.nameTail}
              aria-expanded={isOpen}
              {...(isOpen && { 'aria-controls': details })}
              className="-my-0.5 grid size-6 shrink-0 cursor-pointer place-items-center"
            >
              <ChevronIcon
                className={`size-3.5 text-soft transition-transform ${isOpen ? 'rotate-90' : ''}`}
              />
            </button>
            <span className="min-w-0">
              <span className={`text-soft ${isNarrow ? 'block truncate' : ''}`}>{row.nameFront}</span>
              <span className="font-semibold">{row.nameTail}</span>
            </span>
          </span>
          {isNarrow && (
            <span className="tabular mt-1 block pl-7.5 text-xs text-soft [overflow-wrap:anywhere] max-sm:pl-5">
              {row.projectBranch} ·{' '}
              <span className="whitespace-nowrap">{texts.dashboard.scanCount(row.totalScans)}</span> ·{' '}
              <Moment epochMs={row.lastScanned} isRelative />
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
            {/* As wide as the visible part of the table. */}
            <div className="sticky left-0 w-[100cqw] px-4 py-4">{children}</div>
          </td>
        </tr>
      )}
    </>
  )
})

function Cell({ row, column, isNarrow }: { row: MetricsProject; column: Column; isNarrow: boolean }) {
  if (column === 'projectBranch')
    return (
      <td className="truncate px-3 py-1.5" title={row.projectBranch}>
        {row.projectBranch}
      </td>
    )
  return (
    <td className={isNarrow ? 'tabular px-1.5 py-1.5 text-right align-top' : numberCell}>
      {column === 'securityScore' && <RowScore row={row} />}
      {column === 'lastScanned' && <Moment epochMs={row.lastScanned} />}
      {(column === 'vulnerabilityCount' || column === 'totalScans') && formatNumber(row[column])}
    </td>
  )
}

/** A score that was not measured is none; that of an earlier scan has a mark. */
function RowScore({ row }: { row: MetricsProject }) {
  const { securityScore, measured, coversLess, coverage } = row
  const { scoreCarried, scoreUnmeasured, checked, checkedOf } = texts.dashboard
  const note = !measured.security ? scoreUnmeasured : coversLess ? scoreCarried : null
  const coverageText = checked(coverage.checked, coverage.listed)
  const isSettled = useAfterFirstPaint()
  return (
    <span title={note === null ? coverageText : `${coverageText}. ${note}`}>
      {isSettled && measured.security && (
        <Suspense>
          <span className="mr-2 hidden @5xl:inline">
            <Percentile score={securityScore} />
          </span>
        </Suspense>
      )}
      {measured.security ? <Score score={securityScore} messages={texts.risk} isStacked /> : '–'}
      {note !== null && (
        <>
          {measured.security && <span aria-hidden>*</span>}
          <span className="sr-only">{note}</span>
        </>
      )}
      {/* Complete coverage is only in the tooltip, since there is one per row. */}
      <span className="sr-only">{coverageText}</span>
      {coverage.checked < coverage.listed && (
        <span aria-hidden className="block text-xs text-soft">
          {checkedOf(coverage.checked, coverage.listed)}
        </span>
      )}
    </span>
  )
}

/** One format is visible, the other shown on hover. */
function Moment({ epochMs, isRelative = false }: { epochMs: number; isRelative?: boolean }) {
  const [exact, ago] = [formatDateTime(epochMs), formatAgo(epochMs)]
  return (
    <time
      dateTime={new Date(epochMs).toISOString()}
      title={isRelative ? exact : ago}
      className="whitespace-nowrap"
    >
      {isRelative ? ago : exact}
    </time>
  )
}

const ReportLink = ({ projectUUID, projectBranch, nameFront, nameTail }: MetricsProject) => (
  <a
    href={hrefOf(paths.project(projectUUID, projectBranch))}
    target="_blank"
    rel="noreferrer"
    onClick={(event) => event.stopPropagation()}
    aria-label={texts.dashboard.openReport(nameFront + nameTail, projectBranch)}
    className="inline-grid size-7 place-items-center rounded-md text-soft hover:bg-line hover:text-ink"
  >
    <ExternalIcon />
  </a>
)
