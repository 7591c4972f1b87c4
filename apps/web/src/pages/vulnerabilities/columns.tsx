import type { OpenVulnerability } from '@assay/contract/open-vulnerabilities.ts'
import { formatChance, formatNumber } from '../../language/format.ts'
import { severityNames } from '../../messages/severity.ts'
import { vulnerabilities as messages } from '../../messages/vulnerabilities.ts'
import { Badge } from '../../ui/badge.tsx'
import { LongName } from '../../ui/long-name.tsx'
import { Severity } from '../../ui/severity.tsx'
import { When } from '../../ui/when.tsx'
import { VulnerabilityLink } from '../../widgets/lists/cells.tsx'
import { columnsOf } from '../../widgets/lists/list-table.tsx'

export const columns = columnsOf<OpenVulnerability, keyof typeof messages.columns>(messages.columns, {
  id: { cell: (row) => <Name {...row} /> },
  severity: {
    width: 'w-34',
    narrow: { width: 'w-24' },
    from: 'narrow',
    cell: ({ severity, cvss }, isNarrow) => (
      <Severity severity={severity} word={severityNames[severity]} cvss={isNarrow ? null : cvss} />
    ),
  },
  epss: {
    width: 'w-20',
    isNumber: true,
    // Without EPSS scores on the server, the column would be empty.
    isFilled: ({ epss }) => epss !== null,
    cell: ({ epss }) =>
      epss === null ? (
        <span className="text-soft">–</span>
      ) : (
        <span title={messages.epssHint}>{formatChance(epss)}</span>
      ),
  },
  packages: {
    width: 'w-[28%]',
    from: 'medium',
    below: true,
    style: '[overflow-wrap:anywhere]',
    cell: (row) => <Packages {...row} />,
  },
  projects: {
    width: 'w-22',
    from: 'medium',
    isNumber: true,
    below: ({ projects, branches, findings }) => (
      <span className="tabular">{messages.places(projects, branches, findings)}</span>
    ),
    cell: ({ projects, branches, findings }) => (
      <span title={messages.places(projects, branches, findings)}>{formatNumber(projects)}</span>
    ),
  },
  fix: {
    width: 'w-32 2xl:w-44 min-[100rem]:w-72',
    from: 'medium',
    below: (row) => (
      <>
        {row.isFixAvailable && `${messages.columns.fix} `}
        <Fixed {...row} />
      </>
    ),
    style: 'tabular [overflow-wrap:anywhere]',
    cell: (row) => <Fixed {...row} />,
  },
  seen: { width: 'w-34', style: 'text-soft', cell: ({ firstSeenAt }) => <When epochMs={firstSeenAt} /> },
})

const Name = (row: OpenVulnerability) => (
  <>
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 whitespace-nowrap">
      <VulnerabilityLink
        id={row.cve ?? row.uuid}
        displayId={row.displayId}
        hint={row.aliases.join(', ')}
        isOver
      />
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
  </>
)

const shownPackages = 2
const shownVersions = 3

const Packages = ({ packages }: Pick<OpenVulnerability, 'packages'>) => (
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

/** The nearest fixes of the versions in use, for the first package that has any; its other fixes as a tooltip. */
function Fixed({ packages }: Pick<OpenVulnerability, 'packages'>) {
  const fixable = packages.find(({ fixedVersions }) => fixedVersions.length > 0)
  if (!fixable) return <span className="text-soft">{messages.noFix}</span>
  const { fixedVersions, nearestFixes } = fixable
  const shown = nearestFixes.length > 0 ? nearestFixes : fixedVersions
  return <span title={fixedVersions.join(', ')}>{shown.slice(0, shownVersions).join(', ')}</span>
}
