import type { OpenVulnerability } from '@assay/contract/open-vulnerabilities.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { severityNames } from '../../messages/severity.ts'
import { triage } from '../../messages/triage.ts'
import { vulnerabilities as messages } from '../../messages/vulnerabilities.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatNumber, formatChance } from '../../language/format.ts'
import { Severity } from '../../ui/severity.tsx'
import { LongName } from '../../ui/long-name.tsx'
import { Header } from '../../ui/table.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { When } from '../../ui/when.tsx'
import { LongBody } from '../../widgets/lists/long-body.tsx'
import { SelectBox } from '../../widgets/triage/select-box.tsx'
import type { Selection } from '../../widgets/triage/use-selection.ts'

type Column = keyof typeof messages.columns

const widths: Record<Column, string> = {
  id: '',
  severity: 'w-34',
  epss: 'w-20',
  packages: 'w-[28%]',
  projects: 'w-22',
  fix: 'w-32 xl:w-44 min-[100rem]:w-72',
  seen: 'w-34',
}
const all = Object.keys(messages.columns) as Column[]
const medium: readonly Column[] = ['id', 'severity', 'packages', 'projects', 'fix']
const narrow: readonly Column[] = ['id', 'severity']
const numbers: readonly Column[] = ['epss', 'projects']

interface Props {
  rows: OpenVulnerability[]
  /** null: the current member may not change findings. */
  selection: Selection | null
  isBusy: boolean
}

export function VulnerabilitiesTable({ rows, selection, isBusy }: Props) {
  const isNarrow = useMedia('(width < 48rem)')
  const isMedium = useMedia('(width < 75rem)')
  // Without EPSS scores on the server, the column would be empty.
  const isScored = rows.some(({ epss }) => epss !== null)
  const shown = isNarrow ? narrow : isMedium ? medium : all.filter((column) => column !== 'epss' || isScored)
  return (
    <div className="overflow-clip rounded-card border border-line bg-surface">
      <table
        aria-label={messages.list}
        aria-busy={isBusy}
        aria-rowcount={rows.length + 1}
        className={`w-full table-fixed border-collapse text-sm transition-opacity ${isBusy ? 'opacity-60' : ''}`}
      >
        <colgroup>
          {shown.map((column) => (
            <col key={column} className={isNarrow && column === 'severity' ? 'w-24' : widths[column]} />
          ))}
        </colgroup>
        <thead className="bg-surface lg:sticky lg:top-(--navbar) lg:z-[2] lg:shadow-[inset_0_-1px_var(--line)]">
          <tr className="border-b border-line" aria-rowindex={1}>
            {shown.map((column) => (
              <Header key={column} title={messages.columns[column]} isNumber={numbers.includes(column)} />
            ))}
          </tr>
        </thead>
        <LongBody rows={rows} columns={shown.length} keyOf={({ uuid }) => uuid}>
          {(row, attributes) => (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- x on a focused link of the row
            <tr
              {...attributes}
              {...(selection && { onKeyDown: selection.onKeyDown(row.uuid) })}
              className="border-b border-line-soft group-last/row:border-0 hover:bg-hover"
            >
              <th
                scope="row"
                className="px-3 py-1.5 text-left align-top font-normal [overflow-wrap:anywhere]"
              >
                <span className="flex items-start gap-2">
                  {selection && (
                    <SelectBox
                      label={triage.bulk.select(row.displayId)}
                      selection={selection}
                      rowKey={row.uuid}
                    />
                  )}
                  <span className="min-w-0">
                    <Name row={row} isNarrow={isNarrow} />
                  </span>
                </span>
              </th>
              {shown.slice(1).map((column) => (
                <td key={column} className={`px-3 pt-2 pb-1.5 align-top ${cellStyles[column] ?? ''}`}>
                  {cells[column](row, isNarrow)}
                </td>
              ))}
            </tr>
          )}
        </LongBody>
      </table>
    </div>
  )
}

/** The id, linked to the vulnerability. */
function Name({ row, isNarrow }: { row: OpenVulnerability; isNarrow: boolean }) {
  const id = row.cve ?? row.uuid
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          data-row
          data-over
          to={paths.vulnerabilities}
          search={{ id }}
          preload={false}
          title={row.aliases.join(', ')}
          className="tabular inline-flex min-h-6 items-center max-sm:pt-0.5 font-medium whitespace-nowrap text-ink hover:text-accent hover:underline"
        >
          {row.displayId}
        </Link>
        {row.isKnownExploited && (
          <Badge variant="bad" title={messages.exploitedHint}>
            {messages.exploited}
          </Badge>
        )}
        {row.excludedProjects > 0 && <Badge>{messages.excluded(row.excludedProjects)}</Badge>}
      </span>
      <span className="line-clamp-2 text-xs text-soft" title={row.summary}>
        {row.summary}
      </span>
      {isNarrow && (
        <span className="block pt-1 text-xs text-soft">
          <Packages {...row} />
          <span className="block">
            {row.isFixAvailable && `${messages.columns.fix} `}
            <Fixed {...row} />
          </span>
          <span className="tabular block">{messages.places(row.projects, row.branches, row.findings)}</span>
        </span>
      )}
    </>
  )
}

const nothing = <span className="text-soft">–</span>
const shownPackages = 2
const shownVersions = 3

const cells: Record<Column, (row: OpenVulnerability, isNarrow: boolean) => ReactNode> = {
  id: () => null,
  severity: ({ severity, cvss }, isNarrow) => (
    <Severity severity={severity} word={severityNames[severity]} cvss={isNarrow ? null : cvss} />
  ),
  epss: ({ epss }) => (epss === null ? nothing : <span title={messages.epssHint}>{formatChance(epss)}</span>),
  packages: (row) => <Packages {...row} />,
  projects: ({ projects, branches, findings }) => (
    <span title={messages.places(projects, branches, findings)}>{formatNumber(projects)}</span>
  ),
  fix: (row) => <Fixed {...row} />,
  seen: ({ firstSeenAt }) => <When epochMs={firstSeenAt} />,
}

const cellStyles: Partial<Record<Column, string>> = {
  epss: 'tabular text-right',
  packages: '[overflow-wrap:anywhere]',
  projects: 'tabular text-right',
  fix: 'tabular [overflow-wrap:anywhere]',
  seen: 'text-soft',
}

function Packages({ packages }: Pick<OpenVulnerability, 'packages'>) {
  return (
    <>
      {packages.slice(0, shownPackages).map(({ ecosystem, name, versions }) => (
        <span key={`${ecosystem} ${name}`} className="block" title={versions.join(', ')}>
          <LongName name={name} />{' '}
          <span className="tabular text-soft">
            {versions.slice(0, shownVersions).join(', ')}
            {versions.length > shownVersions && ` ${messages.moreVersions(versions.length - shownVersions)}`}
          </span>
        </span>
      ))}
      {packages.length > shownPackages && (
        <span className="block text-xs text-soft">
          {messages.morePackages(packages.length - shownPackages)}
        </span>
      )}
    </>
  )
}

/** The nearest fixes of the versions in use, for the first package that has any; its other fixes as a tooltip. */
function Fixed({ packages }: Pick<OpenVulnerability, 'packages'>) {
  const fixable = packages.find(({ fixedVersions }) => fixedVersions.length > 0)
  if (!fixable) return <span className="text-soft">{messages.noFix}</span>
  const { fixedVersions, nearestFixes } = fixable
  const shown = nearestFixes.length > 0 ? nearestFixes : fixedVersions
  return <span title={fixedVersions.join(', ')}>{shown.slice(0, shownVersions).join(', ')}</span>
}
