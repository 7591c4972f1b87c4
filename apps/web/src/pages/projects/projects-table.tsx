import type { ProjectItem } from '@assay/contract/projects.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { projects as messages } from '../../messages/projects.ts'
import { Badge } from '../../ui/badge.tsx'
import { ExternalIcon } from '../../ui/icons.tsx'
import { LongName } from '../../ui/long-name.tsx'
import { Header, numberLook } from '../../ui/table.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { When } from '../../ui/when.tsx'
import { LongBody, type RowAttributes } from '../../widgets/long-body.tsx'
import { type Action, ProjectActions, ProjectDialog } from './project-actions.tsx'
import { useTeamNames } from './use-team-names.ts'
import { formatNumber } from '../../language/format.ts'

interface Props {
  rows: ProjectItem[]
  isBusy: boolean
}

const all = ['name', 'team', 'tags', 'branches', 'lastScanned', 'actions'] as const
const narrow = ['name', 'actions'] as const
type Column = (typeof all)[number]
const widths: Record<Column, string> = {
  name: '',
  team: 'w-36',
  tags: 'w-44',
  branches: 'w-24',
  lastScanned: 'w-36',
  actions: 'w-36',
}

export function ProjectsTable({ rows, isBusy }: Props) {
  const shown: readonly Column[] = useMedia('(width < 60rem)') ? narrow : all
  const [asked, setAsked] = useState<{ action: Action; project: ProjectItem } | null>(null)
  const teamNames = useTeamNames()
  return (
    <div className="rounded-card border border-line bg-surface">
      <table
        aria-label={messages.list}
        aria-busy={isBusy}
        aria-rowcount={rows.length + 1}
        className={`w-full table-fixed border-collapse text-sm transition-opacity ${isBusy ? 'opacity-60' : ''}`}
      >
        <colgroup>
          {shown.map((column) => (
            <col key={column} className={widths[column]} />
          ))}
        </colgroup>
        <thead>
          <tr className="border-b border-line" aria-rowindex={1}>
            {shown.map((column) => (
              <Header key={column} title={messages.columns[column]} isNumber={column === 'branches'} />
            ))}
          </tr>
        </thead>
        <LongBody rows={rows} columns={shown.length} keyOf={({ uuid }) => uuid}>
          {(project, attributes) => (
            <Row
              {...{ project, attributes }}
              isNarrow={shown === narrow}
              team={project.teamUuid === null ? null : (teamNames.get(project.teamUuid) ?? null)}
              onAction={(action) => setAsked({ action, project })}
            />
          )}
        </LongBody>
      </table>
      {asked && <ProjectDialog {...asked} onClose={() => setAsked(null)} />}
    </div>
  )
}

interface RowProps {
  project: ProjectItem
  attributes: RowAttributes
  isNarrow: boolean
  team: string | null
  onAction: (action: Action) => void
}

function Row({ project, attributes, isNarrow, team, onAction }: RowProps) {
  return (
    <tr {...attributes} className="border-b border-line-soft hover:bg-hover">
      <Name project={project} isNarrow={isNarrow} />
      {!isNarrow && (
        <>
          <td className="truncate px-3 py-1.5">
            {team ?? <span className="text-soft">{messages.noTeam}</span>}
          </td>
          <td className="truncate px-3 py-1.5" title={project.tags.join(', ')}>
            {project.tags.join(', ')}
          </td>
          <td className={numberLook}>{formatNumber(project.branchCount)}</td>
          <td className="px-3 py-1.5">
            <When epochMs={project.lastScannedAt} otherwise={messages.never} />
          </td>
        </>
      )}
      <td className="px-3 py-1.5">
        <ProjectActions project={project} onAction={onAction} />
      </td>
    </tr>
  )
}

/** Links to the report; the icon opens the bare view. */
function Name({ project, isNarrow }: Pick<RowProps, 'project' | 'isNarrow'>) {
  const { uuid, name, url, lastScannedAt, archivedAt, isSample } = project
  return (
    <th scope="row" className="px-3 py-1.5 text-left font-normal" title={url}>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {lastScannedAt === null ? (
          <span className="[overflow-wrap:anywhere]">{name}</span>
        ) : (
          <Link
            data-row
            to={paths.projects}
            search={{ pid: uuid }}
            className="font-medium text-ink underline-offset-2 [overflow-wrap:anywhere] hover:underline"
          >
            <span>
              <LongName name={name} />
            </span>
          </Link>
        )}
        {lastScannedAt !== null && (
          <a
            href={paths.bareProject(uuid)}
            target="_blank"
            rel="noreferrer"
            aria-label={messages.openBare(name)}
            className="inline-grid size-7 place-items-center rounded-md text-soft hover:bg-line hover:text-ink"
          >
            <ExternalIcon />
          </a>
        )}
        {archivedAt !== null && <Badge>{messages.archived}</Badge>}
        {isSample && <Badge title={messages.sampleHint}>{messages.sample}</Badge>}
      </span>
      {isNarrow && (
        <span className="block text-xs text-soft">
          <When epochMs={lastScannedAt} otherwise={messages.never} />
        </span>
      )}
    </th>
  )
}
