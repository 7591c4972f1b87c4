import type { Output } from '@assay/contract/endpoint.ts'
import { teams } from '@assay/contract/teams.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { settings } from '../../texts/settings.ts'
import { rowLook } from '../../ui/table.tsx'
import { ActButton } from './act-button.tsx'
import { Confirm } from './confirm.tsx'
import { EditTeam } from './edit-team.tsx'
import { ActsCell, Listing } from './listing.tsx'
import { Part } from './part.tsx'
import { TeamMembers } from './team-members.tsx'
import { Unfold } from './unfold.tsx'
import { useRefusal } from './use-refusal.ts'

const words = settings.teams
const onlyWide = 'hidden sm:table-cell'
const columns = [{ title: words.columns.name }, { title: words.columns.description, className: onlyWide }]

type Team = Output<typeof teams.list>[number]

/** A row unfolds to the members of its team. */
export function Teams() {
  const refusalOf = useRefusal()
  const known = useQuery(query(api.teams.list, {}))
  const [open, setOpen] = useState<string | null>(null)
  const [editing, setEditing] = useState<Team | 'new' | null>(null)
  const [leaving, setLeaving] = useState<Team | null>(null)
  const remove = (team: Team) => {
    // Nobody asks for the members of a team that is gone.
    setOpen(null)
    setLeaving(team)
  }
  return (
    <Part
      title={words.title}
      isFlush
      acts={
        <ActButton look="primary" refusal={refusalOf(teams.create)} onPress={() => setEditing('new')}>
          {words.add}
        </ActButton>
      }
    >
      <Listing label={words.title} query={known} columns={columns} none={words.none}>
        {(team) => (
          <TeamRow
            key={team.uuid}
            team={team}
            isOpen={open === team.uuid}
            onOpen={() => setOpen(open === team.uuid ? null : team.uuid)}
            onEdit={() => setEditing(team)}
            onRemove={() => remove(team)}
          />
        )}
      </Listing>
      {editing && <EditTeam team={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      {leaving && (
        <Confirm
          title={words.removeTitle(leaving.name)}
          text={words.removeText}
          name={leaving.name}
          submit={words.remove}
          failed={words.failed.removed}
          act={() => api.teams.remove({ params: { teamUuid: leaving.uuid } })}
          onClose={() => setLeaving(null)}
        />
      )}
    </Part>
  )
}

interface RowProps {
  team: Team
  isOpen: boolean
  onOpen: () => void
  onEdit: () => void
  onRemove: () => void
}

function TeamRow({ team, isOpen, onOpen, onEdit, onRemove }: RowProps) {
  const refusalOf = useRefusal()
  const { name, description } = team
  const builtIn = team.uuid === team.accountUuid ? words.builtIn : null
  return (
    <>
      <tr className={rowLook}>
        <Unfold isOpen={isOpen} onToggle={onOpen}>
          {name}
        </Unfold>
        <td className={`${onlyWide} px-3 py-1.5 text-soft [overflow-wrap:anywhere]`}>{description}</td>
        <ActsCell
          acts={[
            {
              ...{ text: words.edit, label: words.editOf(name) },
              ...{ refusal: builtIn ?? refusalOf(teams.update), run: onEdit },
            },
            {
              ...{ text: words.remove, label: words.removeOf(name) },
              ...{ refusal: builtIn ?? refusalOf(teams.remove), run: onRemove },
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
