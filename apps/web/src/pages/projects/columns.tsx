import type { ProjectItem } from '@assay/contract/projects.ts'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../language/format.ts'
import { projects as messages } from '../../messages/projects.ts'
import { hrefOf, paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { ExternalIcon } from '../../ui/icons.tsx'
import { LongName } from '../../ui/long-name.tsx'
import { When } from '../../ui/when.tsx'
import { columnsOf } from '../../widgets/lists/list-table.tsx'
import { OpenFindings, SecurityScore } from './open-findings.tsx'
import { ProjectActions } from './project-actions.tsx'
import { useTeamNames } from './use-team-names.ts'

export const columns = columnsOf<ProjectItem, keyof typeof messages.columns>(messages.columns, {
  name: {
    isSortable: true,
    hint: ({ url }) => url,
    cell: (project, isNarrow) => <Name project={project} isNarrow={isNarrow} />,
  },
  findings: {
    width: 'w-64',
    from: 'medium',
    isSortable: true,
    below: ({ main }) => <OpenFindings main={main} isWordShown />,
    cell: ({ main }) => <OpenFindings main={main} />,
  },
  security: {
    width: 'w-36',
    narrow: { width: 'w-18 sm:w-28', title: messages.score },
    from: 'narrow',
    isNumber: true,
    isSortable: true,
    style: 'whitespace-nowrap',
    cell: ({ main }) => <SecurityScore main={main} />,
  },
  team: { width: 'w-28', style: 'truncate', cell: ({ teamUuid }) => <Team uuid={teamUuid} /> },
  tags: {
    width: 'w-34',
    style: 'truncate',
    cell: ({ tags }) =>
      tags.length === 0 ? (
        <span className="text-soft">–</span>
      ) : (
        <span title={tags.join(', ')}>{tags.join(', ')}</span>
      ),
  },
  branches: { width: 'w-22', isNumber: true, cell: ({ branchCount }) => formatNumber(branchCount) },
  lastScanned: {
    width: 'w-32',
    from: 'medium',
    isSortable: true,
    cell: ({ lastScannedAt }) => <When epochMs={lastScannedAt} otherwise={messages.never} />,
  },
  actions: {
    width: 'w-32',
    narrow: { width: 'w-20' },
    from: 'narrow',
    cell: (project, isNarrow) => <ProjectActions project={project} isCompact={isNarrow} />,
  },
})

/** Links to the report; the icon opens the bare view. */
function Name({ project, isNarrow }: { project: ProjectItem; isNarrow: boolean }) {
  const { uuid, name, lastScannedAt } = project
  const over = isNarrow && { 'data-over': true }
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {lastScannedAt === null ? (
          name
        ) : (
          <>
            <Link
              data-row
              {...over}
              to={paths.projects}
              search={{ pid: uuid }}
              className="font-medium text-ink underline-offset-2 hover:underline"
            >
              <span>
                <LongName name={name} />
              </span>
            </Link>
            <a
              {...over}
              href={hrefOf(paths.bareProject(uuid))}
              target="_blank"
              rel="noreferrer"
              aria-label={messages.openBare(name)}
              className="inline-grid size-7 place-items-center rounded-md text-soft hover:bg-line hover:text-ink"
            >
              <ExternalIcon />
            </a>
          </>
        )}
        {!isNarrow && <Labels {...project} />}
      </span>
      {isNarrow && (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-soft">
          <When epochMs={lastScannedAt} otherwise={messages.never} />
          <Labels {...project} />
        </span>
      )}
    </>
  )
}

const Labels = ({ archivedAt, isSample }: ProjectItem) => (
  <>
    {archivedAt !== null && <Badge>{messages.archived}</Badge>}
    {isSample && <Badge title={messages.sampleHint}>{messages.sample}</Badge>}
  </>
)

function Team({ uuid }: { uuid: string | null }) {
  const name = useTeamNames().get(uuid ?? '')
  return name ?? <span className="text-soft">{messages.noTeam}</span>
}
