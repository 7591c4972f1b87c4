import type { FixUpgrade } from '@assay/contract/fixes.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { messageOf, query } from '../../api/query.ts'
import { useSession } from '../../api/session.tsx'
import { fixes as messages } from '../../messages/fixes.ts'
import { showAlert, showNotice } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { CompactSelect } from '../../ui/compact-select.tsx'
import { Menu } from '../../ui/menu.tsx'
import { When } from '../../ui/when.tsx'
import { usePermission } from '../../widgets/use-permission.ts'
import { snoozeDays, snoozeEnd } from './model.ts'

type Change = Partial<{ assigneeUuid: string | null; snoozedUntil: number | null }>

/** Assigns or snoozes an upgrade. */
export function Decide({ upgrade }: { upgrade: FixUpgrade }) {
  const { ecosystem, packageName, to, decision } = upgrade
  const queries = useQueryClient()
  const hasPermission = usePermission()
  const change = useMutation({
    mutationFn: ({ change: changed }: { change: Change; done: string }) =>
      api.fixes.decide({
        body: {
          ecosystem,
          packageName,
          to,
          assigneeUuid: decision.assignee?.uuid ?? null,
          snoozedUntil: isAhead(decision.snoozedUntil) ? decision.snoozedUntil : null,
          ...changed,
        },
      }),
    onSuccess: (_, { done }) => {
      showNotice(done)
      return queries.invalidateQueries({ queryKey: ['fixes'] })
    },
    onError: (error) => showAlert(messageOf(error)),
  })
  const decide = (changed: Change, done: string) => change.mutate({ change: changed, done })
  return (
    <div className="flex flex-wrap items-center gap-3 print:hidden">
      {hasPermission('members.read') && (
        <Assignee
          assignee={decision.assignee}
          onAssign={(assigneeUuid) => decide({ assigneeUuid }, messages.savedAssignee)}
        />
      )}
      {isAhead(decision.snoozedUntil) ? (
        <>
          <span className="text-soft">
            {messages.snoozedUntil} <When epochMs={decision.snoozedUntil} isExact />
          </span>
          <Button onPress={() => decide({ snoozedUntil: null }, messages.endedSnooze)}>
            {messages.endSnooze}
          </Button>
        </>
      ) : (
        <Menu
          label={messages.snooze}
          items={(Object.keys(snoozeDays) as (keyof typeof snoozeDays)[]).map((choice) => ({
            id: choice,
            label: messages.snoozeFor[choice],
            onAction: () => decide({ snoozedUntil: snoozeEnd(choice, Date.now()) }, messages.snoozedUpgrade),
          }))}
        />
      )}
    </div>
  )
}

const isAhead = (at: number | null) => at !== null && at > Date.now()

interface AssigneeProps {
  assignee: FixUpgrade['decision']['assignee']
  onAssign: (uuid: string | null) => void
}

function Assignee({ assignee, onAssign }: AssigneeProps) {
  const { state } = useSession()
  const accountUuid = state.status === 'member' ? state.user.account.uuid : ''
  const { data: members = [] } = useQuery(query(api.members.list, { params: { accountUuid } }))
  const memberOptions = members.map(({ uuid, name, email }) => ({
    value: uuid,
    label: name === '' ? email : name,
  }))
  const missing = assignee && !memberOptions.some(({ value }) => value === assignee.uuid)
  const options = [
    { value: '', label: messages.nobody },
    ...(missing ? [{ value: assignee.uuid, label: assignee.name }] : []),
    ...memberOptions,
  ]
  return (
    <CompactSelect
      label={messages.assignee}
      value={assignee?.uuid ?? ''}
      options={options}
      onChange={(value) => onAssign(value === '' ? null : value)}
    />
  )
}
