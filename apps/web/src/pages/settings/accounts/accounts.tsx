import type { AccountSummary } from '@assay/contract/users.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { account as texts } from '../../../messages/account.ts'
import { accounts as messages } from '../../../messages/accounts.ts'
import { settings } from '../../../messages/settings.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../widgets/notices/empty-state.tsx'
import { ResourceSection } from '../resource-section.tsx'
import type { Action, Column } from '../resource-table.tsx'
import { Secret } from '../secret.tsx'
import { useUser } from '../use-user.ts'
import { EditAccount } from './edit-account.tsx'
import { EditQuotas } from './edit-quotas.tsx'
import { type CreatedAccount, NewAccount } from './new-account.tsx'

const columns: readonly Column<AccountSummary>[] = [
  { title: messages.columns.name, cell: ({ name }) => name },
  {
    title: messages.columns.email,
    style: 'whitespace-nowrap [overflow-wrap:anywhere]',
    cell: ({ email }) => email,
  },
  { title: messages.columns.plan, cell: ({ plan }) => ownProperty(texts.plan.names, plan) ?? plan },
  {
    title: messages.columns.features,
    isNumber: true,
    hint: ({ features }) =>
      features.map((each) => ownProperty(texts.features.names, each) ?? each).join(', '),
    cell: ({ features }) => features.length,
  },
  { title: messages.columns.status, cell: (account) => <Status {...account} /> },
]

/** All accounts of the installation, for its operator. */
export function Accounts() {
  const { account } = useUser()
  return account.operator && account.admin ? (
    <AllAccounts />
  ) : (
    <EmptyState title={settings.forbidden.title} hint={messages.onlyOperator} />
  )
}

function AllAccounts() {
  const accountsQuery = useQuery(query(api.accounts.list, {}))
  const [made, setMade] = useState<CreatedAccount | null>(null)
  return (
    <ResourceSection
      title={messages.title}
      lead={messages.lead}
      add={{
        label: messages.add,
        isPrimary: true,
        renderDialog: (onClose) => <NewAccount onMade={setMade} onClose={onClose} />,
      }}
      above={made && <Made {...made} onClose={() => setMade(null)} />}
      query={accountsQuery}
      columns={columns}
      actions={actionsOf}
    />
  )
}

/** The operator's own account stays. */
function actionsOf(account: AccountSummary): Action[] {
  const { name } = account
  const params = { accountUuid: account.uuid }
  const edit: Action = {
    text: messages.edit,
    label: messages.editOf(name),
    renderDialog: (onClose) => <EditAccount account={account} onClose={onClose} />,
  }
  if (account.operator) return [edit]
  const asked = (action: 'close' | 'remove', call: () => Promise<unknown>): Action => ({
    text: messages[action],
    label: messages[`${action}Of`](name),
    confirm: {
      title: messages[`${action}Title`](name),
      text: messages[`${action}Text`],
      name,
      submit: messages[action],
      action: call,
    },
  })
  return [
    edit,
    {
      text: messages.quotas.edit,
      label: messages.quotas.title(name),
      renderDialog: (onClose) => <EditQuotas account={account} onClose={onClose} />,
    },
    account.active
      ? asked('close', () => api.accounts.activate({ params, query: { active: 'false' } }))
      : {
          text: messages.reopen,
          label: messages.reopenOf(name),
          call: async () => {
            await api.accounts.activate({ params, query: { active: 'true' } })
            showNotice(messages.reopened(name))
          },
        },
    asked('remove', () => api.accounts.remove({ params, query: { check: name } })),
  ]
}

function Status({ operator, active }: AccountSummary) {
  if (operator) return <Badge>{messages.operator}</Badge>
  return <Badge variant={active ? 'good' : 'warm'}>{active ? messages.active : messages.closed}</Badge>
}

const Made = ({ name, invitationUrl, onClose }: CreatedAccount & { onClose: () => void }) => (
  <div className="p-4">
    {invitationUrl === null ? (
      <p role="status" className="m-0 flex flex-wrap items-center gap-x-4 gap-y-2">
        {messages.created(name)} {messages.mailed}
        <Button variant="quiet" onPress={onClose}>
          OK
        </Button>
      </p>
    ) : (
      <Secret
        label={messages.created(name)}
        hint={messages.shareLink}
        text={invitationUrl}
        onClose={onClose}
      />
    )}
  </div>
)
