import { isTeamRole, parseRole, roles } from '@assay/contract/permissions.ts'
import { type TeamMember, teams } from '@assay/contract/teams.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { account as texts } from '../../../messages/account.ts'
import { settings } from '../../../messages/settings.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { CompactSelect } from '../../../ui/compact-select.tsx'
import { ActionButton } from '../action-button.tsx'
import { Choice } from '../choice.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { useMutationWithToast } from '../use-mutation-with-toast.ts'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUndoable } from '../use-undoable.ts'
import { useUser } from '../use-user.ts'

const messages = settings.teams

const teamRoles = roles.filter(isTeamRole).map((role) => ({ value: role, label: role }))

interface Team {
  uuid: string
  name: string
  accountUuid: string
}

export function TeamMembers({ team }: { team: Team }) {
  const members = useQuery(query(api.teams.members, { params: { teamUuid: team.uuid } }))
  const isBuiltIn = team.uuid === team.accountUuid
  return (
    <section aria-label={messages.members(team.name)} className="bg-page px-4 py-2">
      <SettingsQuery query={members}>
        {(list) => (
          <>
            {list.length === 0 && <p className="m-0 py-2 text-soft">{messages.noMembers}</p>}
            <ul className="m-0 grid list-none p-0">
              {list.map((member) => (
                <Row key={member.uuid} team={team} member={member} isBuiltIn={isBuiltIn} />
              ))}
            </ul>
            {!isBuiltIn && <Add team={team} present={list} />}
          </>
        )}
      </SettingsQuery>
    </section>
  )
}

interface RowProps {
  team: Team
  member: TeamMember
  isBuiltIn: boolean
}

function Row({ team, member: { uuid: memberUuid, name, email, role }, isBuiltIn }: RowProps) {
  const params = { teamUuid: team.uuid, memberUuid }
  const { change, shown } = useUndoable(
    (role: string) => api.teams.updateMember({ params, body: { role } }),
    messages.failed.memberUpdated,
  )
  const now = parseRole(shown(role)) ?? role
  const put = useMutationWithToast(
    () => api.teams.addMember({ params: { teamUuid: team.uuid }, body: { uuid: memberUuid, role: now } }),
    messages.failed.memberAdded,
  )
  const remove = useMutationWithToast<void>(async () => {
    await api.teams.removeMember({ params })
    const undo = { label: texts.undo, run: () => put.mutate() }
    showNotice(messages.takenOut(email, team.name), undo)
  }, messages.failed.memberRemoved)
  const denialReason = useDenialReason()(teams.updateMember)
  if (remove.isPending) return null
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line-soft py-1.5 last:border-0">
      <span className="mr-auto min-w-0 [overflow-wrap:anywhere]">
        {name} <span className="text-soft">{email}</span>
      </span>
      {isBuiltIn ? (
        <span className="text-soft">{role}</span>
      ) : (
        <>
          <Choice
            label={messages.roleOf(email)}
            value={now}
            options={teamRoles}
            denialReason={denialReason}
            onChange={(role) => change(now, role, messages.isNow(email, role))}
          />
          <ActionButton
            variant="quiet"
            label={messages.removeMemberOf(email)}
            denialReason={denialReason}
            onPress={() => remove.mutate()}
          >
            {messages.removeMember}
          </ActionButton>
        </>
      )}
    </li>
  )
}

function Add({ team, present }: { team: Team; present: readonly TeamMember[] }) {
  const denialReason = useDenialReason()(teams.addMember)
  const accountUuid = useUser().account.uuid
  const members = useQuery(query(api.members.list, { params: { accountUuid } }))
  const [wanted, setWanted] = useState('')
  const [role, setRole] = useState<string>('Team viewer')
  const add = useMutationWithToast(
    (uuid: string) => api.teams.addMember({ params: { teamUuid: team.uuid }, body: { uuid, role } }),
    messages.failed.memberAdded,
  )
  const others = (members.data ?? []).filter(({ uuid }) => present.every((each) => each.uuid !== uuid))
  const uuid = others.find((each) => each.uuid === wanted)?.uuid ?? others[0]?.uuid
  if (denialReason !== null) return null
  if (uuid === undefined) return <p className="m-0 py-2 text-soft">{messages.everyoneIn}</p>
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <CompactSelect
        label={messages.member}
        value={uuid}
        options={others.map(({ uuid, email }) => ({ value: uuid, label: email }))}
        onChange={setWanted}
      />
      <CompactSelect label={messages.role} value={role} options={teamRoles} onChange={setRole} />
      <ActionButton onPress={() => add.mutate(uuid)}>{messages.addMember}</ActionButton>
    </div>
  )
}
