import type { Member } from '@assay/contract/members.ts'
import { isTeamRole, parseRole, type Role, roles } from '@assay/contract/permissions.ts'
import { api } from '../../api/client.ts'
import { useMay } from '../../parts/use-may.ts'
import { settings } from '../../texts/settings.ts'
import { Badge } from '../../ui/badge.tsx'
import { cellLook, rowLook } from '../../ui/table.tsx'
import { ActButton } from './act-button.tsx'
import { ActsCell } from './acts-column.tsx'
import { Choice } from './choice.tsx'
import type { Invited } from './invite-member.tsx'
import { useAct } from './use-act.ts'
import { useUser } from './use-user.ts'

const words = settings.members

interface Props {
  member: Member
  onInvited: (invited: Invited) => void
  onRemove: () => void
}

const looks = { Active: 'good', Pending: 'warm', Inactive: 'plain' } as const

export function MemberRow({ member, onInvited, onRemove }: Props) {
  const { name, email } = member
  const { update, setPrimary, invite } = useMemberActs(member, onInvited)
  const refusal = useRefusal(member)
  const shown = { ...member, ...(update.isPending && update.variables) }
  const may = useMay()
  return (
    <tr className={rowLook}>
      <th scope="row" className={`${cellLook} text-left font-medium`}>
        {name}
        <div className="text-xs font-normal text-soft">{email}</div>
      </th>
      <td className={cellLook}>
        <Choice
          label={words.roleOf(email)}
          value={shown.role}
          options={roles.map((role) => ({ value: role, label: role }))}
          refusal={refusal('members.edit')}
          onChange={(value) => update.mutate({ role: parseRole(value) ?? member.role })}
        />
      </td>
      <td className={cellLook}>
        <Badge look={looks[shown.status]}>{words.statuses[shown.status]}</Badge>
      </td>
      <td className={cellLook}>
        {member.teams.length === 0 ? (
          <span className="text-soft">{words.noTeams}</span>
        ) : (
          <Choice
            label={words.primaryOf(email)}
            value={setPrimary.isPending ? setPrimary.variables : (member.primaryTeamUuid ?? '')}
            options={[
              ...(member.primaryTeamUuid === null ? [{ value: '', label: words.noPrimary }] : []),
              ...member.teams.map((team) => ({ value: team.uuid, label: team.name })),
            ]}
            refusal={may('members.edit') ? null : settings.notAllowed}
            onChange={(uuid) => setPrimary.mutate(uuid)}
          />
        )}
      </td>
      <MemberActs {...{ member, update, invite, refusal, onRemove }} />
    </tr>
  )
}

type Acts = Pick<ReturnType<typeof useMemberActs>, 'update' | 'invite'> & {
  member: Member
  refusal: ReturnType<typeof useRefusal>
  onRemove: () => void
}

const MemberActs = ({ member: { email, status }, update, invite, refusal, onRemove }: Acts) => (
  <ActsCell>
    {status !== 'Inactive' && (
      <ActButton
        look="quiet"
        label={words.linkOf[status](email)}
        refusal={refusal('members.create')}
        onPress={() => invite.mutate()}
      >
        {words.newLink[status]}
      </ActButton>
    )}
    {status !== 'Pending' && (
      <ActButton
        look="quiet"
        label={words.toggleOf[status](email)}
        refusal={refusal('members.edit')}
        onPress={() => update.mutate({ status: status === 'Active' ? 'Inactive' : 'Active' })}
      >
        {words.toggle[status]}
      </ActButton>
    )}
    <ActButton
      look="quiet"
      label={words.removeOf(email)}
      refusal={refusal('members.delete')}
      onPress={onRemove}
    >
      {words.remove}
    </ActButton>
  </ActsCell>
)

interface Change {
  role?: Role
  status?: 'Active' | 'Inactive'
}

function useMemberActs({ uuid: memberUuid, email }: Member, onInvited: Props['onInvited']) {
  const params = { accountUuid: useUser().account.uuid, memberUuid }
  return {
    update: useAct((body: Change) => api.members.update({ params, body }), words.failed.updated),
    setPrimary: useAct(
      (teamuuid: string) => api.members.setPrimaryTeam({ params, query: { teamuuid } }),
      words.failed.primary,
    ),
    invite: useAct(async () => {
      const { invitationUrl } = await api.members.invite({ params })
      onInvited({ email, invitationUrl })
    }),
  }
}

/** Why the one who looks may not change this member; the server says the same. */
function useRefusal({ role }: Member) {
  const may = useMay()
  const { role: own } = useUser()
  return (permission: 'members.create' | 'members.edit' | 'members.delete'): string | null => {
    if (!may(permission)) return settings.notAllowed
    return own === 'Administrator' || isTeamRole(role) ? null : words.administratorsOnly
  }
}
