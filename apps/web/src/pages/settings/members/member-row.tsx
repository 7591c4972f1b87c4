import { type Member, members } from '@assay/contract/members.ts'
import { personalData } from '@assay/contract/personal-data.ts'
import { isTeamRole, parseRole, type Role, roles } from '@assay/contract/permissions.ts'
import { api } from '../../../api/client.ts'
import { factors } from '../../../messages/factors.ts'
import { settings } from '../../../messages/settings.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { cellStyle, rowStyle } from '../../../ui/table.tsx'
import { Choice } from '../choice.tsx'
import type { Invited } from './invite-member.tsx'
import { ActionsCell, NameCell } from '../resource-table.tsx'
import { Factors } from './member-factors.tsx'
import { saveFile } from '../../../widgets/save-file.ts'
import { useMutationWithToast } from '../use-mutation-with-toast.ts'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUndoable } from '../use-undoable.ts'
import { useUser } from '../use-user.ts'

const messages = settings.members
const security = factors.members
const statusVariants = { Active: 'good', Pending: 'warm', Inactive: 'plain' } as const

interface Props {
  member: Member
  onInvited: (invited: Invited) => void
  onSecurity: () => void
  onEnd: (way: 'remove' | 'erase') => void
}

export function MemberRow({ member, onInvited, ...on }: Props) {
  const { name, email } = member
  const { role, status, primary, invite, save } = useMemberActions(member, onInvited)
  const denialReasonOf = useMemberDenialReason(member)
  const [knownRole, knownStatus] = [role.shown(member.role), status.shown(member.status)]
  return (
    <tr className={rowStyle}>
      <NameCell>
        {name}
        <div className="text-xs font-normal text-soft">{email}</div>
      </NameCell>
      <td className={cellStyle}>
        <Choice
          label={messages.roleOf(email)}
          value={knownRole}
          options={roles.map((each) => ({ value: each, label: each }))}
          denialReason={denialReasonOf(members.update)}
          onChange={(value) =>
            role.change(knownRole, parseRole(value) ?? knownRole, messages.isNow(email, value))
          }
        />
      </td>
      <td className={cellStyle}>
        <Badge variant={statusVariants[knownStatus]}>{messages.statuses[knownStatus]}</Badge>
      </td>
      <td className={cellStyle}>
        <PrimaryTeam member={member} onChange={(uuid) => primary.mutate(uuid)} pending={primary} />
      </td>
      {member.factors && (
        <td className={cellStyle}>
          <Factors factors={member.factors} />
        </td>
      )}
      <MemberActions member={member} invite={invite} status={status} save={save} {...on} />
    </tr>
  )
}

type ActionsProps = Pick<ReturnType<typeof useMemberActions>, 'invite' | 'status' | 'save'> &
  Omit<Props, 'onInvited'>

function MemberActions({ member, invite, status, save, onSecurity, onEnd }: ActionsProps) {
  const { email } = member
  const denialReasonOf = useMemberDenialReason(member)
  const now = status.shown(member.status)
  const link = now !== 'Inactive' && {
    id: 'link',
    label: messages.newLink[now],
    name: messages.linkOf[now](email),
    denialReason: denialReasonOf(members.invite),
    onAction: () => invite.mutate(),
  }
  const next = now === 'Active' ? 'Inactive' : 'Active'
  const toggle = now !== 'Pending' && {
    id: 'toggle',
    label: messages.toggle[now],
    name: messages.toggleOf[now](email),
    denialReason: denialReasonOf(members.update),
    onAction: () => status.change(now, next, messages.isNow(email, messages.statuses[next].toLowerCase())),
  }
  const secure = {
    id: 'security',
    label: security.open,
    name: security.openOf(email),
    denialReason: denialReasonOf(members.sessions),
    onAction: onSecurity,
  }
  const remove = {
    id: 'remove',
    label: messages.remove,
    name: messages.removeOf(email),
    denialReason: denialReasonOf(members.remove),
    onAction: () => onEnd('remove'),
  }
  const download = {
    id: 'export',
    label: messages.export,
    name: messages.exportOf(email),
    denialReason: denialReasonOf(personalData.export),
    onAction: () => save.mutate(),
  }
  const erase = {
    id: 'erase',
    label: messages.erase,
    name: messages.eraseOf(email),
    denialReason: denialReasonOf(personalData.erase),
    onAction: () => onEnd('erase'),
  }
  return (
    <ActionsCell>
      <Menu
        label={settings.actions}
        name={messages.actionsOf(email)}
        isCompact
        items={[link, toggle, secure, download, remove, erase].filter((action) => action !== false)}
      />
    </ActionsCell>
  )
}

interface PrimaryProps {
  member: Member
  pending: { isPending: boolean; variables: string | undefined }
  onChange: (teamUuid: string) => void
}

function PrimaryTeam({ member: { email, teams, primaryTeamUuid }, pending, onChange }: PrimaryProps) {
  const denialReason = useDenialReason()(members.setPrimaryTeam)
  if (teams.length === 0) return <span className="text-soft">{messages.noTeams}</span>
  const none = primaryTeamUuid === null ? [{ value: '', label: messages.noPrimary }] : []
  return (
    <Choice
      label={messages.primaryOf(email)}
      value={(pending.isPending ? pending.variables : primaryTeamUuid) ?? ''}
      options={[...none, ...teams.map(({ uuid, name }) => ({ value: uuid, label: name }))]}
      denialReason={denialReason}
      onChange={onChange}
    />
  )
}

function useMemberActions({ uuid: memberUuid, email }: Member, onInvited: Props['onInvited']) {
  const params = { accountUuid: useUser().account.uuid, memberUuid }
  return {
    role: useUndoable(
      (role: Role) => api.members.update({ params, body: { role } }),
      messages.failed.updated,
    ),
    status: useUndoable(
      // 'Pending' cannot be chosen: it ends when the invitation is accepted.
      (status: Member['status']) =>
        api.members.update({ params, body: { status: status === 'Inactive' ? status : 'Active' } }),
      messages.failed.updated,
    ),
    primary: useMutationWithToast(
      (teamuuid: string) => api.members.setPrimaryTeam({ params, query: { teamuuid } }),
      messages.failed.primary,
    ),
    invite: useMutationWithToast(async () => {
      const { invitationUrl } = await api.members.invite({ params })
      onInvited({ email, invitationUrl })
    }),
    save: useMutationWithToast(async () => {
      const rows = await api.personalData.export({ params })
      saveFile(`${email}.json`, JSON.stringify(rows, null, 2), 'application/json')
    }, messages.failed.exported),
  }
}

/** Why the current user may not change this member; mirrors the server's check. */
function useMemberDenialReason({ role }: Member) {
  const denialReasonOf = useDenialReason()
  const { role: own } = useUser()
  const ofOthers = own === 'Administrator' || isTeamRole(role) ? null : messages.administratorsOnly
  return (endpoint: Parameters<typeof denialReasonOf>[0]): string | null =>
    denialReasonOf(endpoint) ?? ofOthers
}
