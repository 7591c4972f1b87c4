import type { Output } from '@assay/contract/endpoint.ts'
import type { teams } from '@assay/contract/teams.ts'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { useMay } from '../../parts/use-may.ts'
import { settings } from '../../texts/settings.ts'
import { Header, rowLook, Table } from '../../ui/table.tsx'
import { ActButton } from './act-button.tsx'
import { ActsCell, ActsHeader } from './acts-column.tsx'
import { Confirm } from './confirm.tsx'
import { EditTeam } from './edit-team.tsx'
import { Known } from './known.tsx'
import { Part } from './part.tsx'
import { TeamMembers } from './team-members.tsx'
import { Unfold } from './unfold.tsx'

const words = settings.teams

type Team = Output<typeof teams.list>[number]

export function Teams() {
  const may = useMay()
  const teams = useQuery(query(api.teams.list, {}))
  const [editing, setEditing] = useState<Team | 'new' | null>(null)
  const [leaving, setLeaving] = useState<Team | null>(null)
  return (
    <Part
      title={words.title}
      isFlush
      acts={
        <ActButton
          look="primary"
          refusal={may('teams.create') ? null : settings.notAllowed}
          onPress={() => setEditing('new')}
        >
          {words.add}
        </ActButton>
      }
    >
      <Known query={teams}>
        {(list) =>
          list.length === 0 ? (
            <p className="m-0 p-4 text-soft">{words.none}</p>
          ) : (
            <TeamTable teams={list} onEdit={setEditing} onRemove={setLeaving} />
          )
        }
      </Known>
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

interface TableProps {
  teams: readonly Team[]
  onEdit: (team: Team) => void
  onRemove: (team: Team) => void
}

/** A row unfolds to the members of its team. */
function TeamTable({ teams, onEdit, onRemove }: TableProps) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <Table label={words.title}>
      <thead>
        <tr className="border-b border-line">
          <Header title={words.columns.name} />
          <Header title={words.columns.description} className="hidden sm:table-cell" />
          <ActsHeader />
        </tr>
      </thead>
      <tbody>
        {teams.map((team) => (
          <Fragment key={team.uuid}>
            <TeamRow
              team={team}
              isOpen={open === team.uuid}
              onOpen={() => setOpen(open === team.uuid ? null : team.uuid)}
              onEdit={() => onEdit(team)}
              onRemove={() => {
                // Nobody asks for the members of a team that is gone.
                setOpen(null)
                onRemove(team)
              }}
            />
            {open === team.uuid && (
              <tr>
                <td colSpan={3} className="border-b border-line-soft p-0">
                  <TeamMembers team={team} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </Table>
  )
}

interface RowProps {
  team: Team
  isOpen: boolean
  onOpen: () => void
  onEdit: () => void
  onRemove: () => void
}

function TeamRow({ team: { uuid, name, description, accountUuid }, ...row }: RowProps) {
  const may = useMay()
  const refusal = (permission: 'teams.edit' | 'teams.delete') => {
    if (uuid === accountUuid) return words.builtIn
    return may(permission) ? null : settings.notAllowed
  }
  return (
    <tr className={rowLook}>
      <Unfold isOpen={row.isOpen} onToggle={row.onOpen}>
        {name}
      </Unfold>
      <td className="hidden px-3 py-1.5 text-soft [overflow-wrap:anywhere] sm:table-cell">{description}</td>
      <ActsCell>
        <ActButton
          look="quiet"
          label={words.editOf(name)}
          refusal={refusal('teams.edit')}
          onPress={row.onEdit}
        >
          {words.edit}
        </ActButton>
        <ActButton
          look="quiet"
          label={words.removeOf(name)}
          refusal={refusal('teams.delete')}
          onPress={row.onRemove}
        >
          {words.remove}
        </ActButton>
      </ActsCell>
    </tr>
  )
}
