import type { AccountSummary } from '@assay/contract/users.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { api } from '../../../api/client.ts'
import { account as texts } from '../../../messages/account.ts'
import { accounts as messages } from '../../../messages/accounts.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { cellStyle, numberCell, rowStyle } from '../../../ui/table.tsx'
import { ActionsCell, NameCell } from '../resource-table.tsx'
import { useMutationWithToast } from '../use-mutation-with-toast.ts'

export type Action = 'edit' | 'quotas' | 'close' | 'remove'

interface Props {
  account: AccountSummary
  onAsk: (action: Action) => void
}

export function AccountRow({ account, onAsk }: Props) {
  const { uuid, name, email, plan, features, active, operator } = account
  const reopen = useMutationWithToast<void>(async () => {
    await api.accounts.activate({ params: { accountUuid: uuid }, query: { active: 'true' } })
    showNotice(messages.reopened(name))
  })
  const edit = { text: messages.edit, label: messages.editOf(name), run: () => onAsk('edit') }
  const quotas = {
    text: messages.quotas.edit,
    label: messages.quotas.title(name),
    run: () => onAsk('quotas'),
  }
  const close = { text: messages.close, label: messages.closeOf(name), run: () => onAsk('close') }
  const open = { text: messages.reopen, label: messages.reopenOf(name), run: () => reopen.mutate() }
  const remove = { text: messages.remove, label: messages.removeOf(name), run: () => onAsk('remove') }
  return (
    <tr className={rowStyle}>
      <NameCell>{name}</NameCell>
      <td className={`${cellStyle} [overflow-wrap:anywhere]`}>{email}</td>
      <td className={cellStyle}>{ownProperty(texts.plan.names, plan) ?? plan}</td>
      <td
        className={numberCell}
        title={features.map((each) => ownProperty(texts.features.names, each) ?? each).join(', ')}
      >
        {features.length}
      </td>
      <td className={cellStyle}>
        {operator ? (
          <Badge>{messages.operator}</Badge>
        ) : (
          <Badge variant={active ? 'good' : 'warm'}>{active ? messages.active : messages.closed}</Badge>
        )}
      </td>
      <ActionsCell actions={operator ? [edit] : [edit, quotas, active ? close : open, remove]} />
    </tr>
  )
}
