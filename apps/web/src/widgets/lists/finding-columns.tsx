import type { CountedFinding, OverdueFinding } from '@assay/contract/trends.ts'
import { severityNames } from '../../messages/severity.ts'
import { LongName } from '../../ui/long-name.tsx'
import { Severity } from '../../ui/severity.tsx'
import { TriageButton } from '../triage/triage-button.tsx'
import { ProjectLink, VulnerabilityLink } from './cells.tsx'
import type { Column } from './list-table.tsx'

type Finding = Pick<CountedFinding & OverdueFinding, keyof CountedFinding & keyof OverdueFinding> &
  Partial<Pick<CountedFinding, 'closedAt'>>
type FindingColumn = Omit<Column<Finding>, 'title'>

/** What every list of findings begins with. An open one can be triaged. */
export const findingColumns = {
  id: {
    width: 'w-44',
    cell: ({ id, displayId }) => <VulnerabilityLink id={id} displayId={displayId} />,
  },
  severity: {
    width: 'w-28',
    from: 'medium',
    below: true,
    cell: ({ severity }) => <Severity severity={severity} word={severityNames[severity]} />,
  },
  package: {
    from: 'medium',
    below: ({ package: name }) => name,
    style: '[overflow-wrap:anywhere]',
    cell: ({ package: name, projectUuid, ecosystem, adviceID, displayId, closedAt = null }) => (
      <span className="flex flex-wrap items-center gap-2">
        <LongName name={name} />
        {closedAt === null && (
          <TriageButton
            finding={{ projectUuid, ecosystem, package: name, advisoryUuid: adviceID }}
            displayId={displayId}
          />
        )}
      </span>
    ),
  },
  project: {
    width: 'w-[18%]',
    from: 'medium',
    below: true,
    style: '[overflow-wrap:anywhere]',
    cell: ({ branch, ...row }) => <ProjectLink {...row} branch={branch} text={branch} />,
  },
} satisfies Record<string, FindingColumn>
