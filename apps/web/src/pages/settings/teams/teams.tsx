import type { Output } from '@assay/contract/endpoint.ts'
import { teams } from '@assay/contract/teams.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { settings } from '../../../messages/settings.ts'
import { rowStyle, wideOnly } from '../../../ui/table.tsx'
import { EditTeam } from './edit-team.tsx'
import { ActionsCell } from '../resource-table.tsx'
import { TeamMembers } from './team-members.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { ResourceSection } from '../resource-section.tsx'
import { ChevronIcon } from '../../../ui/icons.tsx'

const messages = settings.teams
const columns = [
  { title: messages.columns.name },
  { title: messages.columns.description, className: wideOnly },
]

type Team = Output<typeof teams.list>[number]

/** Rows expand to the team's members. */
export function Teams() {
  const denialReasonOf = useDenialReason()
  const teamsQuery = useQuery(query(api.teams.list, {}))
  const [open, setOpen] = useState<string | null>(null)
  return (
    <ResourceSection
      title={messages.title}
      isTitleHidden
      add={{
        label: messages.add,
        denialReason: denialReasonOf(teams.create),
        isPrimary: true,
        renderDialog: (onClose) => <EditTeam team={null} onClose={onClose} />,
      }}
      query={teamsQuery}
      columns={columns}
      none={messages.none}
    >
      {(team) => (
        <TeamRow
          key={team.uuid}
          team={team}
          isOpen={open === team.uuid}
          onOpen={(isOpen) => setOpen(isOpen ? team.uuid : null)}
        />
      )}
    </ResourceSection>
  )
}

interface RowProps {
  team: Team
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

function TeamRow({ team, isOpen, onOpen }: RowProps) {
  const denialReasonOf = useDenialReason()
  const { name, description, uuid: teamUuid } = team
  const builtIn = teamUuid === team.accountUuid ? messages.builtIn : null
  return (
    <>
      <tr className={rowStyle}>
        <ExpandToggle isOpen={isOpen} onToggle={() => onOpen(!isOpen)}>
          {name}
        </ExpandToggle>
        <td className={`${wideOnly} px-3 py-1.5 text-soft [overflow-wrap:anywhere]`}>{description}</td>
        <ActionsCell
          actions={[
            {
              text: messages.edit,
              label: messages.editOf(name),
              denialReason: builtIn ?? denialReasonOf(teams.update),
              renderDialog: (onClose) => <EditTeam team={team} onClose={onClose} />,
            },
            {
              text: messages.remove,
              label: messages.removeOf(name),
              denialReason: builtIn ?? denialReasonOf(teams.remove),
              confirm: {
                title: messages.removeTitle(name),
                text: messages.removeText,
                name,
                submit: messages.remove,
                failed: messages.failed.removed,
                action: () => {
                  // Removes the query of a deleted team.
                  onOpen(false)
                  return api.teams.remove({ params: { teamUuid } })
                },
              },
            },
          ]}
        />
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={3} className="border-b border-line-soft p-0">
            <TeamMembers team={team} />
          </td>
        </tr>
      )}
    </>
  )
}

interface Props {
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

/** The first cell of an expandable row. */
const ExpandToggle = ({ isOpen, onToggle, children }: Props) => (
  <th scope="row" className="min-w-40 p-0 text-left font-medium">
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="flex w-full cursor-pointer items-center gap-2 py-2 pr-3 text-left font-medium -outline-offset-2 [overflow-wrap:anywhere]"
    >
      <ChevronIcon className={`size-3.5 transition-transform ${isOpen ? 'rotate-90' : ''}`} />
      {children}
    </button>
  </th>
)
