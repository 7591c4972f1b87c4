import type { Overview } from '@assay/contract/scans.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { Fragment, type MouseEvent } from 'react'
import { severityNames } from '../../../messages/severity.ts'
import type { RowAttributes } from '../../../widgets/lists/long-body.tsx'
import { paths } from '../../../paths.ts'
import { exclude as excludeMessages } from '../../../messages/exclude.ts'
import { report as messages } from '../../../messages/report.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ChevronIcon } from '../../../ui/icons.tsx'
import { LongName } from '../../../ui/long-name.tsx'
import { Severity } from '../../../ui/severity.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { When } from '../../../ui/when.tsx'
import { TriageButton } from '../../../widgets/triage/triage-button.tsx'
import { Exclude } from './exclude.tsx'
import { FixList } from './fix-version.tsx'
import { FindingDetails } from './finding-details.tsx'
import { wideOnly } from '../../../ui/table.tsx'
import { type FindingColumn, findingColumns, type FindingRow as Row } from './findings-model.ts'

/** Columns shown in the details on narrow pages. */
export const wide: Partial<Record<FindingColumn, string>> = {
  package: wideOnly,
  fix: 'hidden md:table-cell',
  recommended: 'hidden lg:table-cell',
  via: 'hidden xl:table-cell',
  since: 'hidden md:table-cell',
}
const columnCount = Object.keys(findingColumns).length + 1

interface Props {
  row: Row
  overview: Overview
  attributes: RowAttributes
  mode: string | undefined
  /** Excluded since this scan. */
  isPending: boolean
  onRescanned: () => void
  isOpen: boolean
  onToggle: () => void
}

const cell = 'px-3 py-2 align-top'

export function FindingRow(props: Props) {
  const { row, overview, attributes, mode, isPending, onRescanned, isOpen, onToggle } = props
  const navigate = useNavigate()
  const { finding } = row
  const to = { to: paths.vulnerabilities, search: { id: finding.advisoryUuid, mode } }
  const openAdvisory = (event: MouseEvent<HTMLElement>) => {
    // Ignore clicks on controls and text selections.
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
        <Cells row={row} to={to} isPending={isPending} />
      </tr>
      {isOpen && (
        <tr className="border-b border-line-soft group-last/row:border-0">
          <td colSpan={columnCount} className="bg-page p-0">
            <FindingDetails
              row={row}
              mode={mode}
              actions={
                <>
                  <TriageButton
                    finding={{
                      projectUuid: overview.project.uuid,
                      ecosystem: finding.ecosystem,
                      package: finding.package,
                      advisoryUuid: finding.advisoryUuid,
                    }}
                    displayId={row.id}
                  />
                  <Exclude
                    overview={overview}
                    finding={finding}
                    isPending={isPending}
                    onRescanned={onRescanned}
                  />
                </>
              }
            />
          </td>
        </tr>
      )}
    </>
  )
}

interface CellsProps extends Pick<Props, 'row' | 'isPending'> {
  to: { to: typeof paths.vulnerabilities; search: { id: string; mode: string | undefined } }
}

function Cells({ row, to, isPending }: CellsProps) {
  const { finding } = row
  const isNarrow = useMedia('(width < 48rem)')
  return (
    <>
      <td className={cell}>
        <Severity
          severity={finding.severity}
          word={severityNames[finding.severity]}
          cvss={finding.cvss}
          isFaint={isPending || finding.exclusion !== null}
        />
      </td>
      <th scope="row" className={`${cell} text-left font-normal`}>
        <Link
          {...to}
          data-row
          data-over
          preload={false}
          className="tabular font-medium whitespace-nowrap text-ink hover:text-accent hover:underline"
        >
          {row.id}
        </Link>
        <Marks row={row} isPending={isPending} />
        <span className="line-clamp-2 max-w-xl text-soft">{finding.summary}</span>
        <span className="sm:hidden">
          <PackageName row={row} />
        </span>
        {isNarrow && (
          <span className="flex flex-wrap gap-x-1.5">
            <span className="text-soft">{messages.security.columns.fix}:</span>
            <FixList finding={finding} kind="fixesThis" none={messages.security.noFix} />
          </span>
        )}
      </th>
      <td className={`${cell} ${wide.package}`}>
        <PackageName row={row} />
      </td>
      <td className={`${cell} ${wide.fix}`}>
        <FixList finding={finding} kind="fixesThis" none={messages.security.noFix} />
      </td>
      <td className={`${cell} ${wide.recommended}`}>
        <FixList finding={finding} kind="recommended" none={messages.stability.unknown} />
      </td>
      <td className={`${cell} ${wide.via}`}>
        <Via row={row} />
      </td>
      <td className={`${cell} text-soft ${wide.since}`}>
        {finding.lifetime && <When epochMs={finding.lifetime.introducedAt} />}
      </td>
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
      className="my-1 grid size-7 max-sm:-mt-1 cursor-pointer place-items-center rounded-md text-soft hover:bg-line hover:text-ink"
    >
      <ChevronIcon className={`size-3.5 transition-transform ${isOpen ? 'rotate-90' : ''}`} />
    </button>
  </td>
)

function PackageName({ row: { finding, versions } }: { row: Row }) {
  return (
    <span className="[overflow-wrap:anywhere]">
      <span className="font-medium">
        <LongName name={finding.package} />
      </span>{' '}
      <span className="tabular text-soft">{versions.join(', ')}</span>
    </span>
  )
}

/** Distinguishing labels. */
export function Marks({ row: { finding }, isPending = false }: { row: Row; isPending?: boolean }) {
  const { exploited, malware, excluded, ended, uncertainMark, usageMark } = messages.security
  const marks = [
    [finding.isKnownExploited, 'bad', exploited],
    [finding.category === 'malware', 'bad', malware],
    [finding.versions.every(({ isUncertain }) => isUncertain === true), 'plain', uncertainMark],
    [finding.usage?.state === 'not-seen', 'plain', usageMark],
    [finding.exclusion !== null, 'plain', excluded],
    [isPending && finding.exclusion === null, 'plain', excludeMessages.pending],
    [(finding.lifetime?.endedAt ?? null) !== null, 'good', ended],
  ] as const
  return marks
    .filter(([isSet]) => isSet)
    .map(([, variant, word]) => (
      <Fragment key={word}>
        {' '}
        <Badge variant={variant}>{word}</Badge>
      </Fragment>
    ))
}

export function Via({ row: { via, isDirect, otherPaths } }: { row: Row }) {
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
