import { type ProjectItem, projectSorts } from '@assay/contract/projects.ts'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { paths } from '../../paths.ts'
import { projects as messages } from '../../messages/projects.ts'
import { Badge } from '../../ui/badge.tsx'
import { ExternalIcon } from '../../ui/icons.tsx'
import { LongName } from '../../ui/long-name.tsx'
import { Header, numberCell } from '../../ui/table.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { When } from '../../ui/when.tsx'
import { LongBody, type RowAttributes } from '../../widgets/lists/long-body.tsx'
import { OpenFindings, SecurityScore } from './open-findings.tsx'
import { type Action, ProjectActions, ProjectDialog } from './project-actions.tsx'
import { sortBy, type Sorting } from './search.ts'
import { useTeamNames } from './use-team-names.ts'
import { formatNumber } from '../../language/format.ts'

interface Props {
  rows: ProjectItem[]
  isBusy: boolean
  sorting: Sorting
  onSort: (order: ReturnType<typeof sortBy>) => void
}

type Column = keyof typeof messages.columns

const all = Object.keys(messages.columns) as Column[]
const medium: readonly Column[] = ['name', 'findings', 'security', 'lastScanned', 'actions']
const narrow: readonly Column[] = ['name', 'security', 'actions']
const numbers: readonly Column[] = ['security', 'branches']
const widths: Record<Column, string> = {
  name: '',
  findings: 'w-64',
  security: 'w-36',
  team: 'w-28',
  tags: 'w-34',
  branches: 'w-22',
  lastScanned: 'w-32',
  actions: 'w-32',
}
const narrowWidths: Partial<Record<Column, string>> = { security: 'w-18 sm:w-28', actions: 'w-20' }

export function ProjectsTable({ rows, isBusy, sorting, onSort }: Props) {
  const isNarrow = useMedia('(width < 60rem)')
  const isMedium = useMedia('(width < 80rem)')
  const shown = isNarrow ? narrow : isMedium ? medium : all
  const [pending, setPending] = useState<{ action: Action; project: ProjectItem } | null>(null)
  const teamNames = useTeamNames()
  return (
    <div className="@container rounded-card border border-line bg-surface">
      <table
        aria-label={messages.list}
        aria-busy={isBusy}
        aria-rowcount={rows.length + 1}
        className={`w-full table-fixed border-collapse text-sm transition-opacity ${isBusy ? 'opacity-60' : ''}`}
      >
        <colgroup>
          {shown.map((column) => (
            <col key={column} className={(isNarrow ? narrowWidths : widths)[column]} />
          ))}
        </colgroup>
        <thead>
          <tr className="border-b border-line" aria-rowindex={1}>
            {shown.map((column) => {
              const order = projectSorts.find((each) => each === column)
              return (
                <Header
                  key={column}
                  title={isNarrow && column === 'security' ? messages.score : messages.columns[column]}
                  isNumber={numbers.includes(column)}
                  sorted={sorting.sort === column ? sorting.direction : null}
                  {...(order && { onSort: () => onSort(sortBy(order, sorting)) })}
                />
              )
            })}
          </tr>
        </thead>
        <LongBody rows={rows} columns={shown.length} keyOf={({ uuid }) => uuid}>
          {(project, attributes) => (
            <Row
              project={project}
              attributes={attributes}
              shown={shown}
              team={project.teamUuid === null ? null : (teamNames.get(project.teamUuid) ?? null)}
              onAction={(action) => setPending({ action, project })}
            />
          )}
        </LongBody>
      </table>
      {pending && <ProjectDialog {...pending} onClose={() => setPending(null)} />}
    </div>
  )
}

interface RowProps {
  project: ProjectItem
  attributes: RowAttributes
  shown: readonly Column[]
  team: string | null
  onAction: (action: Action) => void
}

function Row({ project, attributes, shown, team, onAction }: RowProps) {
  const { tags, branchCount, lastScannedAt } = project
  const isNarrow = shown === narrow
  const cells: Record<Exclude<Column, 'name'>, ReactNode> = {
    findings: <OpenFindings main={project.main} />,
    security: <SecurityScore main={project.main} />,
    team: team ?? <span className="text-soft">{messages.noTeam}</span>,
    tags:
      tags.length === 0 ? (
        <span className="text-soft">–</span>
      ) : (
        <span title={tags.join(', ')}>{tags.join(', ')}</span>
      ),
    branches: formatNumber(branchCount),
    lastScanned: <When epochMs={lastScannedAt} otherwise={messages.never} />,
    actions: <ProjectActions project={project} isCompact={isNarrow} onAction={onAction} />,
  }
  return (
    <tr {...attributes} className="border-b border-line-soft hover:bg-hover">
      <Name project={project} isNarrow={isNarrow} />
      {shown.map(
        (column) =>
          column !== 'name' && (
            <td key={column} className={cellStyles[column] ?? 'px-3 py-1.5'}>
              {cells[column]}
            </td>
          ),
      )}
    </tr>
  )
}

const cellStyles: Partial<Record<Column, string>> = {
  security: numberCell,
  team: 'truncate px-3 py-1.5',
  tags: 'truncate px-3 py-1.5',
  branches: numberCell,
}

/** Links to the report; the icon opens the bare view. */
function Name({ project, isNarrow }: { project: ProjectItem; isNarrow: boolean }) {
  const { uuid, name, url, lastScannedAt, main } = project
  return (
    <th scope="row" className="px-3 py-1.5 text-left font-normal" title={url}>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {lastScannedAt === null ? (
          <span className="[overflow-wrap:anywhere]">{name}</span>
        ) : (
          <Link
            data-row
            {...(isNarrow && { 'data-over': true })}
            to={paths.projects}
            search={{ pid: uuid }}
            className="font-medium text-ink underline-offset-2 [overflow-wrap:anywhere] hover:underline"
          >
            <span>
              <LongName name={name} />
            </span>
          </Link>
        )}
        {lastScannedAt !== null && <BareLink project={project} isOver={isNarrow} />}
        {!isNarrow && <Labels {...project} />}
      </span>
      {isNarrow && (
        <span className="grid gap-1 text-xs text-soft">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <When epochMs={lastScannedAt} otherwise={messages.never} />
            <Labels {...project} />
          </span>
          <OpenFindings main={main} isWordShown />
        </span>
      )}
    </th>
  )
}

const Labels = ({ archivedAt, isSample }: ProjectItem) => (
  <>
    {archivedAt !== null && <Badge>{messages.archived}</Badge>}
    {isSample && <Badge title={messages.sampleHint}>{messages.sample}</Badge>}
  </>
)

const BareLink = ({ project: { uuid, name }, isOver }: { project: ProjectItem; isOver: boolean }) => (
  <a
    {...(isOver && { 'data-over': true })}
    href={paths.bareProject(uuid)}
    target="_blank"
    rel="noreferrer"
    aria-label={messages.openBare(name)}
    className="inline-grid size-7 place-items-center rounded-md text-soft hover:bg-line hover:text-ink"
  >
    <ExternalIcon />
  </a>
)
