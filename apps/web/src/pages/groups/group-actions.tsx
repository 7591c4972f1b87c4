import { groups as contract, type GroupItem } from '@assay/contract/groups.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { useSession } from '../../api/session.tsx'
import { groups as messages } from '../../messages/groups.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../widgets/forms/confirm.tsx'
import { usePermission } from '../../widgets/use-permission.ts'
import { ChooseDialog } from './choose-dialog.tsx'
import { EditGroup } from './edit-group.tsx'

interface Props {
  group: GroupItem
  groups: readonly GroupItem[]
}

const dialogs = ['assign', 'owners', 'share', 'addBelow', 'edit', 'remove'] as const
type DialogName = (typeof dialogs)[number]

/** For those who may change groups; the dashboard of the group is for everyone. */
export function GroupActions({ group, groups }: Props) {
  const hasPermission = usePermission()
  const [opened, setOpened] = useState<DialogName | null>(null)
  const isAllowed = (name: DialogName) =>
    hasPermission((name === 'share' ? contract.setTeams : contract.update).permission)
  const close = () => setOpened(null)
  return (
    <span className="flex flex-wrap justify-end gap-2">
      <Link
        to={paths.dashboard}
        search={{ groupUuid: group.uuid }}
        data-target
        className="self-center underline"
      >
        {messages.dashboard}
      </Link>
      {dialogs.filter(isAllowed).map((name) => (
        <Button key={name} onPress={() => setOpened(name)}>
          {messages[name]}
        </Button>
      ))}
      {opened === 'edit' && <EditGroup group={group} groups={groups} onClose={close} />}
      {opened === 'addBelow' && (
        <EditGroup group={null} groups={groups} parentUuid={group.uuid} onClose={close} />
      )}
      {opened === 'remove' && <RemoveGroup group={group} onClose={close} />}
      {opened === 'assign' && <AssignProjects group={group} onClose={close} />}
      {opened === 'owners' && <ChangeOwners group={group} onClose={close} />}
      {opened === 'share' && <ShareGroup group={group} onClose={close} />}
    </span>
  )
}

interface DialogProps {
  group: GroupItem
  onClose: () => void
}

function RemoveGroup({ group, onClose }: DialogProps) {
  const navigate = useNavigate()
  return (
    <Confirm
      title={messages.removeTitle(group.name)}
      text={messages.removeText}
      submit={messages.remove}
      action={async () => {
        await api.groups.remove({ params: { groupUuid: group.uuid } })
        await navigate({ to: paths.groups })
      }}
      onClose={onClose}
    />
  )
}

const useAccountUuid = () => {
  const { state } = useSession()
  return state.status === 'member' ? state.user.account.uuid : ''
}

function AssignProjects({ group, onClose }: DialogProps) {
  const params = { accountUuid: useAccountUuid() }
  const queries = useQueryClient()
  const all = useQuery(query(api.projects.list, { params }))
  const direct = useQuery(query(api.groups.projects, { params: { groupUuid: group.uuid } }))
  if (!all.data || !direct.data) return null
  const before = new Set(direct.data)
  return (
    <ChooseDialog
      title={messages.assign}
      options={all.data}
      chosen={direct.data}
      none={messages.noProjects}
      onSave={async (chosen) => {
        const body = { add: [...chosen.difference(before)], remove: [...before.difference(chosen)] }
        await api.groups.changeProjects({ params: { groupUuid: group.uuid }, body })
        await queries.invalidateQueries()
      }}
      onClose={onClose}
    />
  )
}

function ChangeOwners({ group, onClose }: DialogProps) {
  const members = useQuery(query(api.members.list, { params: { accountUuid: useAccountUuid() } }))
  if (!members.data) return null
  return (
    <ChooseDialog
      title={messages.owners}
      options={members.data.map(({ uuid, name, email }) => ({ uuid, name: name || email }))}
      chosen={group.owners.map(({ uuid }) => uuid)}
      none={messages.noOwners}
      onSave={(chosen) =>
        api.groups.update({ params: { groupUuid: group.uuid }, body: { ownerUuids: [...chosen] } })
      }
      onClose={onClose}
    />
  )
}

function ShareGroup({ group, onClose }: DialogProps) {
  const teams = useQuery(query(api.accounts.teams, { params: { accountUuid: useAccountUuid() } }))
  if (!teams.data) return null
  return (
    <ChooseDialog
      title={messages.teams}
      options={teams.data}
      chosen={group.teams.map(({ uuid }) => uuid)}
      none={messages.noOwners}
      onSave={(chosen) =>
        api.groups.setTeams({ params: { groupUuid: group.uuid }, body: { teamUuids: [...chosen] } })
      }
      onClose={onClose}
    />
  )
}
