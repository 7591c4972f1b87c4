import { type Member, members } from '@assay/contract/members.ts'
import { isTeamRole, parseRole, type Role, roles } from '@assay/contract/permissions.ts'
import { api } from '../../api/client.ts'
import { factors } from '../../texts/factors.ts'
import { settings } from '../../texts/settings.ts'
import { Badge } from '../../ui/badge.tsx'
import { cellLook, rowLook } from '../../ui/table.tsx'
import { Choice } from './choice.tsx'
import type { Invited } from './invite-member.tsx'
import { ActsCell, NameCell } from './listing.tsx'
import { Factors } from './member-factors.tsx'
import { useAct } from './use-act.ts'
import { useRefusal } from './use-refusal.ts'
import { useUndoable } from './use-undoable.ts'
import { useUser } from './use-user.ts'

const words = settings.members
const security = factors.members
const looks = { Active: 'good', Pending: 'warm', Inactive: 'plain' } as const

interface Props {
  member: Member
  onInvited: (invited: Invited) => void
  onSecurity: () => void
  onRemove: () => void
}

export function MemberRow({ member, onInvited, ...on }: Props) {
  const { name, email } = member
  const { role, status, primary, invite } = useMemberActs(member, onInvited)
  const refusalOf = useMemberRefusal(member)
  const [knownRole, knownStatus] = [role.shown(member.role), status.shown(member.status)]
  return (
    <tr className={rowLook}>
      <NameCell>
        {name}
        <div className="text-xs font-normal text-soft">{email}</div>
      </NameCell>
      <td className={cellLook}>
        <Choice
          label={words.roleOf(email)}
          value={knownRole}
          options={roles.map((each) => ({ value: each, label: each }))}
          refusal={refusalOf(members.update)}
          onChange={(value) =>
            role.change(knownRole, parseRole(value) ?? knownRole, words.isNow(email, value))
          }
        />
      </td>
      <td className={cellLook}>
        <Badge look={looks[knownStatus]}>{words.statuses[knownStatus]}</Badge>
      </td>
      <td className={cellLook}>
        <PrimaryTeam member={member} onChange={(uuid) => primary.mutate(uuid)} pending={primary} />
      </td>
      {member.factors && (
        <td className={cellLook}>
          <Factors factors={member.factors} />
        </td>
      )}
      <MemberActs {...{ member, invite, status, ...on }} />
    </tr>
  )
}

type ActsProps = Pick<ReturnType<typeof useMemberActs>, 'invite' | 'status'> & Omit<Props, 'onInvited'>

function MemberActs({ member, invite, status, onSecurity, onRemove }: ActsProps) {
  const { email } = member
  const refusalOf = useMemberRefusal(member)
  const now = status.shown(member.status)
  const link = now !== 'Inactive' && {
    ...{ text: words.newLink[now], label: words.linkOf[now](email) },
    ...{ refusal: refusalOf(members.invite), run: () => invite.mutate() },
  }
  const next = now === 'Active' ? 'Inactive' : 'Active'
  const toggle = now !== 'Pending' && {
    ...{ text: words.toggle[now], label: words.toggleOf[now](email), refusal: refusalOf(members.update) },
    run: () => status.change(now, next, words.isNow(email, words.statuses[next].toLowerCase())),
  }
  const secure = {
    ...{ text: security.open, label: security.openOf(email) },
    ...{ refusal: refusalOf(members.sessions), run: onSecurity },
  }
  const remove = {
    ...{ text: words.remove, label: words.removeOf(email) },
    ...{ refusal: refusalOf(members.remove), run: onRemove },
  }
  return <ActsCell acts={[link, toggle, secure, remove].filter((act) => act !== false)} />
}

interface PrimaryProps {
  member: Member
  pending: { isPending: boolean; variables: string | undefined }
  onChange: (teamUuid: string) => void
}

function PrimaryTeam({ member: { email, teams, primaryTeamUuid }, pending, onChange }: PrimaryProps) {
  const refusal = useRefusal()(members.setPrimaryTeam)
  if (teams.length === 0) return <span className="text-soft">{words.noTeams}</span>
  const none = primaryTeamUuid === null ? [{ value: '', label: words.noPrimary }] : []
  return (
    <Choice
      label={words.primaryOf(email)}
      value={(pending.isPending ? pending.variables : primaryTeamUuid) ?? ''}
      options={[...none, ...teams.map(({ uuid, name }) => ({ value: uuid, label: name }))]}
      refusal={refusal}
      onChange={onChange}
    />
  )
}

function useMemberActs({ uuid: memberUuid, email }: Member, onInvited: Props['onInvited']) {
  const params = { accountUuid: useUser().account.uuid, memberUuid }
  return {
    role: useUndoable((role: Role) => api.members.update({ params, body: { role } }), words.failed.updated),
    status: useUndoable(
      // Nobody is made 'Pending': that ends when the invitation is accepted.
      (status: Member['status']) =>
        api.members.update({ params, body: { status: status === 'Inactive' ? status : 'Active' } }),
      words.failed.updated,
    ),
    primary: useAct(
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
function useMemberRefusal({ role }: Member) {
  const refusalOf = useRefusal()
  const { role: own } = useUser()
  const ofOthers = own === 'Administrator' || isTeamRole(role) ? null : words.administratorsOnly
  return (endpoint: Parameters<typeof refusalOf>[0]): string | null => refusalOf(endpoint) ?? ofOthers
}
